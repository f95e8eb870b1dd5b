/**
 * The facts about each lander that are needed before its module is loaded: its path, and the texts of its document
 * [SITE-14].
 */
import type { LanderName } from '#contract/landers.ts'
import type { TextKey } from '../../state/i18n.ts'

/** The texts of a lander: the headline is also its title, the lead its description. */
export type LanderTexts = { title: TextKey; description: TextKey; action: TextKey }

/** `module`: the path in the build's manifest, from the root of the app. */
export const LANDER_PAGES = {
  adultonly: {
    module: 'features/landers/lander-adult.tsx',
    title: 'lander.adultHeadline',
    description: 'lander.adultLead',
    action: 'lander.adultAction',
  },
  tinderswipe: {
    module: 'features/landers/lander-swipe.tsx',
    title: 'lander.swipeHeadline',
    description: 'lander.swipeLead',
    action: 'lander.swipeAction',
  },
  whoneedsstrings: {
    module: 'features/landers/lander-strings.tsx',
    title: 'lander.stringsHeadline',
    description: 'lander.stringsLead',
    action: 'lander.stringsAction',
  },
  alonetonight: {
    module: 'features/landers/lander-night.tsx',
    title: 'lander.nightHeadline',
    description: 'lander.nightLead',
    action: 'lander.nightAction',
  },
  collagelanding: {
    module: 'features/landers/lander-collage.tsx',
    title: 'lander.collageHeadline',
    description: 'lander.collageLead',
    action: 'lander.collageAction',
  },
  gallery: {
    module: 'features/landers/lander-gallery.tsx',
    title: 'lander.galleryHeadline',
    description: 'lander.galleryLead',
    action: 'lander.galleryAction',
  },
  iconslanding: {
    module: 'features/landers/lander-icons.tsx',
    title: 'lander.iconsHeadline',
    description: 'lander.iconsLead',
    action: 'lander.iconsAction',
  },
  maplanding: {
    module: 'features/landers/lander-map.tsx',
    title: 'lander.mapHeadline',
    description: 'lander.mapLead',
    action: 'lander.mapAction',
  },
  socialnetwork: {
    module: 'features/landers/lander-network.tsx',
    title: 'lander.networkHeadline',
    description: 'lander.networkLead',
    action: 'lander.networkAction',
  },
  transitionsvideolanding: {
    module: 'features/landers/lander-hours.tsx',
    title: 'lander.hoursHeadline',
    description: 'lander.hoursLead',
    action: 'lander.hoursAction',
  },
  video: {
    module: 'features/landers/lander-train.tsx',
    title: 'lander.trainHeadline',
    description: 'lander.trainLead',
    action: 'lander.trainAction',
  },
} as const satisfies Record<LanderName, LanderTexts & { module: string }>
