/** Reads answers of calls as tests compare them. */
import type { Message } from '#contract/entities/chat.ts'

/** Reads a list that comes in pages, each with the cursor of the next one. @returns all pages, the first one first */
export const pagesOf = async <Answer extends { next?: string | null | undefined }>(
  read: (query: { after?: string }) => Promise<{ body: Answer }>,
): Promise<Answer[]> => {
  const pages: Answer[] = []
  for (let query: { after?: string } | null = {}; query;) {
    const { body }: { body: Answer } = await read(query)
    pages.push(body)
    query = body.next == null ? null : { after: body.next }
    if (pages.length > 100) throw new Error('The pages do not end')
  }
  return pages
}

/** The text of a message; a gift's name, or `photo`, for other types. */
export const wordsOf = (message: Message): string =>
  message.type === 'text' ? message.text : message.type === 'gift' ? message.gift : 'photo'
