/** Without a network nothing is sent; the form says so, and keeps what was typed. */
import type { SubmitEvent } from 'react'
import { connection } from '../../state/connection.ts'

type Submit = (event: SubmitEvent<HTMLFormElement>) => void

export const online =
  (submit: Submit): Submit =>
  (event) => {
    if (connection.value.online) submit(event)
    else event.preventDefault()
  }
