/**
 * The table of the desk's screens: one entry is an address, the roles that may see it, its title, its letter after `G`,
 * and its code. The rail, the phone's page "More", the keys and the routes derive from it.
 */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { deskCalls } from '#contract/desk/calls.ts'
import { STAFF_ROLES, type StaffRole } from '#contract/desk/roles.ts'
import type { DeskTextKey } from './texts.ts'
import type { DeskIconName } from './ui/desk-icon.tsx'

/** The parameters in the screen's path. */
export type ScreenProps = { params: Readonly<Record<string, string | undefined>> }

export type DeskScreen = {
  /** Below `/desk`; `:name` marks a parameter. */
  path: string
  roles: readonly StaffRole[]
  title: DeskTextKey
  /** The section of the rail. A screen without one is opened from another screen. */
  rail?: { icon: DeskIconName; section: 1 | 2 | 3 }
  /** The letter after `G`. */
  key?: string
  load: () => Promise<ComponentType<ScreenProps>>
}

/** The first entry with a role is the first screen of that role. */
export const DESK_SCREENS = {
  queue: {
    path: '/queue',
    roles: deskCalls['queue.list'].roles,
    title: 'queue.title',
    rail: { icon: 'inbox', section: 1 },
    key: 'q',
    load: () => import('./screens/queue/queue-screen.tsx').then(({ QueueScreen }) => QueueScreen),
  },
  photos: {
    path: '/photos',
    roles: deskCalls['photos.list'].roles,
    title: 'photos.title',
    rail: { icon: 'image', section: 1 },
    key: 'p',
    load: () => import('./screens/photos/photos-screen.tsx').then(({ PhotosScreen }) => PhotosScreen),
  },
  answers: {
    path: '/answers',
    roles: deskCalls['answers.list'].roles,
    title: 'answers.title',
    rail: { icon: 'theatre', section: 1 },
    key: 'w',
    load: () => import('./screens/answers/answers-screen.tsx').then(({ AnswersScreen }) => AnswersScreen),
  },
  fictional: {
    path: '/fictional',
    roles: deskCalls['fictional.list'].roles,
    title: 'fictional.title',
    rail: { icon: 'mask', section: 2 },
    key: 'f',
    load: () => import('./screens/fictional/fictional-screen.tsx').then(({ FictionalScreen }) => FictionalScreen),
  },
  newFictional: {
    path: '/fictional/new',
    roles: deskCalls['fictional.add'].roles,
    title: 'fictional.add',
    load: () => import('./screens/fictional/profile-screen.tsx').then(({ NewProfileScreen }) => NewProfileScreen),
  },
  fictionalProfile: {
    path: '/fictional/:id',
    roles: deskCalls['fictional.get'].roles,
    title: 'fictional.profile',
    load: () => import('./screens/fictional/profile-screen.tsx').then(({ ProfileScreen }) => ProfileScreen),
  },
  members: {
    path: '/members',
    roles: deskCalls['members.find'].roles,
    title: 'members.title',
    rail: { icon: 'users', section: 1 },
    key: 'm',
    load: () => import('./screens/members/members-screen.tsx').then(({ MembersScreen }) => MembersScreen),
  },
  member: {
    path: '/members/:id',
    roles: deskCalls['members.get'].roles,
    title: 'member.title',
    load: () => import('./screens/members/member-screen.tsx').then(({ MemberScreen }) => MemberScreen),
  },
  audit: {
    path: '/audit',
    roles: deskCalls['audit.list'].roles,
    title: 'audit.title',
    rail: { icon: 'scroll', section: 3 },
    key: 'a',
    load: () => import('./screens/audit/audit-screen.tsx').then(({ AuditScreen }) => AuditScreen),
  },
  staff: {
    path: '/staff',
    roles: deskCalls['staff.add'].roles,
    title: 'staff.title',
    rail: { icon: 'shield', section: 3 },
    key: 's',
    load: () => import('./screens/staff/staff-screen.tsx').then(({ StaffScreen }) => StaffScreen),
  },
  memberMoney: {
    path: '/members/:id/money',
    roles: deskCalls['money.member'].roles,
    title: 'memberMoney.title',
    load: () => import('./screens/money/member-money-screen.tsx').then(({ MemberMoneyScreen }) => MemberMoneyScreen),
  },
  money: {
    path: '/money',
    roles: deskCalls['money.month'].roles,
    title: 'month.title',
    rail: { icon: 'euro', section: 1 },
    key: 'e',
    load: () => import('./screens/money/month-screen.tsx').then(({ MonthScreen }) => MonthScreen),
  },
  case: {
    path: '/cases/:subject',
    roles: deskCalls['case.get'].roles,
    title: 'case.title',
    load: () => import('./screens/case/case-screen.tsx').then(({ CaseScreen }) => CaseScreen),
  },
  numbers: {
    path: '/numbers',
    roles: deskCalls['numbers.get'].roles,
    title: 'numbers.title',
    rail: { icon: 'chart', section: 2 },
    key: 'n',
    load: () => import('./screens/numbers/numbers-screen.tsx').then(({ NumbersScreen }) => NumbersScreen),
  },
  codes: {
    path: '/codes',
    roles: deskCalls['codes.list'].roles,
    title: 'codes.title',
    rail: { icon: 'ticket', section: 2 },
    key: 'c',
    load: () => import('./screens/codes/codes-screen.tsx').then(({ CodesScreen }) => CodesScreen),
  },
  settings: {
    path: '/settings',
    roles: deskCalls['settings.list'].roles,
    title: 'settings.title',
    rail: { icon: 'sliders', section: 3 },
    key: 't',
    load: () => import('./screens/settings/settings-screen.tsx').then(({ SettingsScreen }) => SettingsScreen),
  },
  campaigns: {
    path: '/campaigns',
    roles: deskCalls['campaigns.list'].roles,
    title: 'campaigns.title',
    rail: { icon: 'megaphone', section: 2 },
    key: 'k',
    load: () => import('./screens/campaigns/campaigns-screen.tsx').then(({ CampaignsScreen }) => CampaignsScreen),
  },
  announcements: {
    path: '/announcements',
    roles: deskCalls['announcements.list'].roles,
    title: 'announce.title',
    rail: { icon: 'mail', section: 2 },
    key: 'b',
    load: () =>
      import('./screens/announcements/announcements-screen.tsx').then(({ AnnouncementsScreen }) => AnnouncementsScreen),
  },
  announcementDraft: {
    path: '/announcements/drafts/:id',
    roles: deskCalls['announcements.draft'].roles,
    title: 'announce.draft',
    load: () =>
      import('./screens/announcements/draft-screen.tsx').then(({ AnnouncementDraftScreen }) => AnnouncementDraftScreen),
  },
  announcement: {
    path: '/announcements/:id',
    roles: deskCalls['announcements.get'].roles,
    title: 'announce.one',
    load: () => import('./screens/announcements/sent-screen.tsx').then(({ AnnouncementScreen }) => AnnouncementScreen),
  },
  transparency: {
    path: '/transparency',
    roles: deskCalls['transparency.get'].roles,
    title: 'transparency.title',
    rail: { icon: 'landmark', section: 3 },
    key: 'y',
    load: () =>
      import('./screens/transparency/transparency-screen.tsx').then(({ TransparencyScreen }) => TransparencyScreen),
  },
  more: {
    path: '/more',
    roles: STAFF_ROLES,
    title: 'more.title',
    load: () => import('./screens/more/more-screen.tsx').then(({ MoreScreen }) => MoreScreen),
  },
} as const satisfies Record<string, DeskScreen>

export type ScreenName = keyof typeof DESK_SCREENS

/** The entries with their general type, in the order of the rail. */
export const SCREENS = Object.entries<DeskScreen>(DESK_SCREENS).map(([name, screen]) => ({ name, ...screen }))

const parts = new Map<string, LazyExoticComponent<ComponentType<ScreenProps>>>()

/** The component of a screen. Its code loads when it is first shown. */
export const partOf = ({ path, load }: DeskScreen): ComponentType<ScreenProps> => {
  const known = parts.get(path)
  if (known) return known
  const part = lazy(async () => ({ default: await load() }))
  parts.set(path, part)
  return part
}

/** Lets the next showing of a screen load its code again: React remembers a failed `lazy` for ever. */
export const forgetParts = (): void => parts.clear()

/**
 * Loads the code of all screens, one after the other, so that a break of the network or a new version on the server finds it here.
 * A failure shows when the screen is opened.
 */
export const loadScreens = async (): Promise<void> => {
  for (const { load } of SCREENS) await load().catch(() => undefined)
}

export const maySee = (screen: Pick<DeskScreen, 'roles'>, role: StaffRole): boolean => screen.roles.includes(role)

/** The path of the first screen of a role. */
export const homeOf = (role: StaffRole): string =>
  SCREENS.find((screen) => screen.rail !== undefined && maySee(screen, role))?.path ?? DESK_SCREENS.more.path
