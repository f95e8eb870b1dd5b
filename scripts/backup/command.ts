/** The help text of `npm run backup --` and `npm run restore --`. */
export const HELP = `npm run backup -- FOLDER [keep=N]    a new backup of DATA_DIR in FOLDER, while the server runs; the last N stay
npm run restore -- FOLDER/TIME      puts one back into DATA_DIR, which must have no database; the server is stopped

Photos that an older backup in FOLDER has take no room again. docs/backups.md says what to think of.`

export class NotACommand extends Error {}

export const backupFrom = (words: readonly string[]): { folder: string; keep: number | null } => {
  const [folder, ...rest] = words
  if (folder === undefined || folder.startsWith('-')) throw new NotACommand('Which folder?')
  let keep: number | null = null
  for (const word of rest) {
    const count = /^keep=([1-9]\d{0,4})$/.exec(word)?.[1]
    if (count === undefined) throw new NotACommand(`“${word}” is not known here.`)
    keep = Number(count)
  }
  return { folder, keep }
}

export const restoreFrom = (words: readonly string[]): string => {
  const [folder, ...rest] = words
  if (folder === undefined || folder.startsWith('-') || rest.length > 0) throw new NotACommand('Which backup?')
  return folder
}
