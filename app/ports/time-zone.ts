/**
 * The time zone of this device, whose midnight resets the likes [LIKE-5] and whose night no push disturbs. Undefined if the browser hides
 * it, does not know it (`Etc/Unknown`) or names no place (`+03:00`): the server then uses the one it knows, and would refuse this one.
 */
export const deviceZone = (): string | undefined => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return /^(?!Etc\/Unknown$)[a-z]/i.test(timeZone) ? timeZone : undefined
}
