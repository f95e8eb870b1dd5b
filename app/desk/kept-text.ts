/** Texts that were typed and not sent. Each outlives its screen and the login, and belongs to its author and its place. */
import type { ChangeEvent } from 'react'
import { self } from './session.ts'

const texts = new Map<string, string>()

/** @param place says what the text is about, and is the same when its screen is shown again */
export const keptText = (place: string) => {
  const key = `${self.peek()?.id ?? 0} ${place}`
  return {
    /** Props of the field. */
    field: {
      defaultValue: texts.get(key) ?? '',
      onChange: ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>): void => void texts.set(key, currentTarget.value),
    },
    /** The text was sent, or its author gave it up. */
    drop: (): void => void texts.delete(key),
  }
}
