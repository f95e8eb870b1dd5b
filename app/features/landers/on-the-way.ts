/** Joining on the way to someone: as a member one is led to them [SHELL-14], and may have written to them already [ACC-1]. */
import type { ProfileCard } from '#contract/entities/profile.ts'
import { href } from '../../shell/routes.ts'
import { returnTo } from '../../state/return-place.ts'
import { keepMessage, loadMessage } from '../signup/kept.ts'

type Whom = Pick<ProfileCard, 'id' | 'name' | 'fictional'>

/** @param text what one would write to them; the form offers it, and sends nothing that was not seen there */
export const setOutTo = ({ id, name, fictional }: Whom, text = ''): void => {
  returnTo(href('members-id', { id }))
  const kept = loadMessage()
  // What was typed before a reload counts more than nothing.
  if (text !== '' || kept?.profile !== id) keepMessage({ profile: id, name, fictional, text })
}
