/** Submits a form only with a network; offline the form stays filled in and shows the reason. */
import type { SubmitEvent } from 'react'
import { connection } from '../../state/connection.ts'

type Submit = (event: SubmitEvent<HTMLFormElement>) => void

export const online =
  (submit: Submit): Submit =>
  (event) => {
    if (connection.value.online) submit(event)
    else event.preventDefault()
  }
