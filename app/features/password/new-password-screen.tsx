/** Not built yet. */
export const NewPasswordScreen = () => null
