/** Not built yet. */
export const ResetPasswordScreen = () => null
