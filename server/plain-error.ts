/** An error whose message says to an operator all there is to say: commands and the start print it without a stack. */
export class PlainError extends Error {}
