import type { Stages } from './cdk/settings.ts';

/**
 * The settings of each stage, such as production and staging. Copy this file to docforge.config.ts, which Git ignores, and change the
 * copy; docs/operating.md describes all settings. A stage without settings deploys the stack DocForge to the region of your AWS CLI.
 */
export const stages: Stages = {
  production: {
    // region: 'eu-central-1',
    // alarmEmails: ['operator@example.com'],
    // supportContact: 'help@example.com',
  },
};
