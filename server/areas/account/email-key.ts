/** One account an address, however it is spelled: lower case, Unicode NFC. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase()
