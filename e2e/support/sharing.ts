/** Sends the request with which Chromium shares from another app: a test cannot trigger a real share. */
import type { Page } from 'playwright/test'
import type { Picture } from './pictures.ts'

/** @param page a page of the site; it navigates to the result of the share */
export const share = async (
  page: Page,
  files: readonly Picture[],
  words: Partial<Record<'title' | 'text' | 'url', string>> = {},
): Promise<void> => {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, bytes: buffer.toString('base64') }))
  await Promise.all([
    page.waitForURL('**/share**'),
    page.evaluate(
      ([shared, said]) => {
        const form = document.createElement('form')
        form.method = 'post'
        form.enctype = 'multipart/form-data'
        form.action = '/share'
        const held = new DataTransfer()
        for (const { name, mimeType, bytes } of shared)
          held.items.add(
            new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type: mimeType }),
          )
        const input = document.createElement('input')
        input.type = 'file'
        input.name = 'photo'
        input.multiple = true
        input.files = held.files
        form.append(input)
        for (const [name, value] of Object.entries(said)) {
          const field = document.createElement('input')
          field.name = name
          field.value = value
          form.append(field)
        }
        document.body.append(form)
        form.submit()
      },
      [sent, words] as const,
    ),
  ])
}
