/**
 * The signup on the way to a member: the new member is sent to them [SHELL-14], and may have written to them already
 * [ACC-1].
 */
import type { ProfileCard } from '#contract/entities/profile.ts'
import { href } from '../../shell/routes.ts'
import { returnTo } from '../../state/return-place.ts'
import { keepMessage, loadMessage } from '../signup/kept.ts'

type Whom = Pick<ProfileCard, 'id' | 'name' | 'fictional'>

/** @param text a first message; the form shows it, and sends nothing that was not shown */
export const setOutTo = ({ id, name, fictional }: Whom, text = ''): void => {
  returnTo(href('members-id', { id }))
  const kept = loadMessage()
  // A text typed before a reload counts more than an empty one.
  if (text !== '' || kept?.profile !== id) keepMessage({ profile: id, name, fictional, text })
}
