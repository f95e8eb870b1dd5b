/**
 * The text of a message with safe links. Never HTML, and no link preview: a preview would tell a stranger's server who
 * reads.
 */
import { partsOf } from './links.ts'

export const MessageText = ({ text }: { text: string }) =>
  partsOf(text).map(({ text, href }, index) =>
    href === null ? (
      text
    ) : (
      // eslint-disable-next-line react/no-array-index-key -- the parts of a text never move
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ),
  )
