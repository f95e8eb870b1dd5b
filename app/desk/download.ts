/** Saves the file that a call answers with, and says in a toast why a call was refused. */
import type { DeskCallName, DeskInput } from '#contract/desk/calls.ts'
import { failureText, saveFile } from './calls.ts'
import { showToast } from './toasts.ts'

export const download = async <Name extends DeskCallName>(
  name: Name,
  input: DeskInput<Name>,
  fileName: string,
): Promise<void> => {
  const refused = await saveFile(name, input, fileName)
  if (refused) showToast(failureText(refused))
}
