/** Not built yet. */
export const AccountDeletedScreen = () => null
