/** Whether an attribute of the type `ST_OnOff` (ECMA-376 part 1, 22.9.2.7) or `xsd:boolean` is true. False if it is absent. */
export const isOn = (value: string | undefined): boolean =>
  value === '1' || value === 'true' || value === 'on';
