/**
 * Everything that opens over a screen, and the steps of signup: one list for the tests that open each of them and for the pictures
 * (`scripts/screens.ts`). Dialogs that need a purchase, a broken network or a clock are opened by the tests of those.
 */
import type { Locator, Page } from 'playwright'
import type { PatternKey } from './texts.ts'

/** Finds a text of the language that the page is in. */
type Say = (key: PatternKey) => RegExp

type People = {
  /** Somebody with a conversation. */
  partner: number
  /** Somebody with photos. */
  stranger: number
  /** Somebody without a conversation. */
  newcomer: number
}

export type Overlay = {
  name: string
  viewer: 'visitor' | 'member'
  path: (people: People) => string
  open: (page: Page, say: Say) => Promise<void>
  /** Only this window has it. */
  form?: 'phone' | 'desktop'
  /** A part of the screen itself: there is nothing to close. */
  stays?: true
}

const seen = (found: Locator): Locator => found.filter({ visible: true }).first()
const press = (page: Page, name: RegExp): Promise<void> => seen(page.getByRole('button', { name })).click()
const choose = (page: Page, name: RegExp): Promise<void> => seen(page.getByRole('menuitem', { name })).click()

const fromMenu =
  (menu: PatternKey, item: PatternKey): Overlay['open'] =>
  async (page, say) => {
    await press(page, say(menu))
    await choose(page, say(item))
  }
const byButton =
  (key: PatternKey): Overlay['open'] =>
  (page, say) =>
    press(page, say(key))

/** The field that each step of signup begins with; the first step has none of them. */
const STEPS = [
  'input[type="radio"][value="both"]',
  'input[name="name"]',
  '[role="combobox"]',
  'form input[type="file"]',
  '[name="email"]',
] as const

const answerStep: readonly Overlay['open'][] = [
  async (page, say) => {
    await page.getByRole('radio', { name: say('whom.both') }).check()
    await press(page, say('signup.continue'))
  },
  async (page, say) => {
    await page.locator('input[name="name"]').fill('Francesca')
    await page.locator('input[name="date_of_birth"]').fill('05.05.1991')
    await page
      .getByRole('radiogroup', { name: say('signup.gender') })
      .getByText(say('signup.female'))
      .click()
    await press(page, say('signup.continue'))
  },
  async (page, say) => {
    await page.getByRole('combobox').fill('Milan')
    await page.getByRole('option').first().click()
    await press(page, say('signup.continue'))
  },
  (page, say) => press(page, say('signup.skip')),
]

/** Answers the steps before it. The device remembers the answers of an earlier call. */
const signupStep =
  (wanted: number): Overlay['open'] =>
  async (page, say) => {
    const steps = STEPS.map((field) => page.locator(field))
    const first = steps.reduce((all, one) => all.or(one)).first()
    await first.waitFor({ state: 'attached' })
    for (let at = 0; at < wanted; at += 1) {
      const step = steps[at]
      if (step === undefined || (await step.count()) === 0) continue
      await answerStep[at]?.(page, say)
      await step.first().waitFor({ state: 'detached' })
    }
    await steps[wanted]?.first().waitFor({ state: 'attached' })
  }

const SIGNUP: readonly Overlay[] = ['you', 'place', 'photo', 'mail'].map((name, index) => ({
  name: `signup-${index + 2}-${name}`,
  viewer: 'visitor',
  path: () => '/signup',
  open: signupStep(index + 1),
  stays: true,
}))

/** The browser's offer to install, as far as the app looks at it. */
const offerInstall = (): void => {
  const offer = new Event('beforeinstallprompt', { cancelable: true })
  Object.assign(offer, { prompt: () => Promise.resolve(), userChoice: new Promise(() => {}) })
  dispatchEvent(offer)
}

const chat = ({ partner }: People): string => `/members/${partner}/chat`
const profile = ({ stranger }: People): string => `/members/${stranger}`

const OF_MEMBERS: readonly Omit<Overlay, 'viewer'>[] = [
  { name: 'filter', path: () => '/members', open: byButton('members.filter'), form: 'phone' },
  { name: 'account-menu', path: () => '/members', open: byButton('shell.account'), form: 'desktop' },
  { name: 'profile-menu', path: profile, open: byButton('profile.menu') },
  { name: 'block', path: profile, open: fromMenu('profile.menu', 'profile.block') },
  { name: 'report', path: profile, open: fromMenu('profile.menu', 'profile.report') },
  { name: 'photo-viewer', path: profile, open: byButton('photo.open') },
  { name: 'gift-from-profile', path: profile, open: byButton('gift.give') },
  { name: 'chat-menu', path: chat, open: byButton('chats.menu') },
  { name: 'share-date', path: chat, open: fromMenu('chats.menu', 'date.menu') },
  { name: 'report-in-chat', path: chat, open: fromMenu('chats.menu', 'chat.report') },
  { name: 'icebreaker', path: ({ newcomer }) => `/members/${newcomer}/chat`, open: byButton('icebreaker.open') },
  { name: 'gift', path: chat, open: byButton('chat.sendGift') },
  { name: 'chat-row-menu', path: () => '/chats', open: byButton('chats.menu') },
  { name: 'photo-menu', path: () => '/profile', open: byButton('photos.menu') },
  { name: 'discount-code', path: () => '/credits', open: byButton('discount.enter') },
  { name: 'delete-account', path: () => '/notifications', open: byButton('settings.delete') },
  {
    name: 'install',
    path: () => '/notifications',
    open: async (page, say) => {
      await page.evaluate(offerInstall)
      await press(page, say('shell.installApp'))
    },
  },
  {
    name: 'withdraw-consent',
    path: () => '/settings',
    open: async (page, say) => {
      await seen(page.locator('summary').filter({ hasText: say('settings.consent') })).click()
      await press(page, say('settings.consentWithdraw'))
    },
  },
]

export const OVERLAYS: readonly Overlay[] = [
  ...SIGNUP,
  { name: 'language-menu', viewer: 'visitor', path: () => '/', open: byButton('shell.language') },
  { name: 'filter', viewer: 'visitor', path: () => '/members', open: byButton('members.filter'), form: 'phone' },
  { name: 'login', viewer: 'visitor', path: () => '/members', open: byButton('likes.like') },
  { name: 'login-to-write', viewer: 'visitor', path: profile, open: byButton('profile.write') },
  ...OF_MEMBERS.map((overlay) => ({ ...overlay, viewer: 'member' as const })),
]

/** The dialog, sheet or menu on top; empty while none is open. */
export const OPEN = 'dialog[open], [popover]:popover-open'
