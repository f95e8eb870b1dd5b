/** Leaves a profile: back in the installed app [SHELL-11], else up to the list it belongs to. */
import { BackButton as Back, hasBack } from '../../shell/back-button.tsx'
import { UpLink } from '../../shell/up-link.tsx'

const ROUTES = { members: 'members-id', likes: 'likes-m-id' } as const

export const BackButton = ({ to }: { to: 'members' | 'likes' }) =>
  hasBack(ROUTES[to]) ? <Back route={ROUTES[to]} on="lift" /> : <UpLink to={to} on="lift" />
