/** The longest retention that an operator can set, in days. */
export const longestRetentionDays = 2;
