/** Not built yet. */
export const MailChangeScreen = () => null
