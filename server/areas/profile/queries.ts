/** Edits of the own profile, and the consents that parts of it need [ACC-18]. */
import { and, eq, isNull } from 'drizzle-orm'
import { CONSENT_TEXT_VERSION, type Consent } from '#contract/entities/member-settings.ts'
import type { PromptAnswer } from '#contract/entities/prompts.ts'
import type { Db } from '../../db/database.ts'
import { consents } from '../../db/schema/account.ts'
import { profileDetails, profiles } from '../../db/schema/profile.ts'

export type ProfileSet = Partial<Pick<typeof profiles.$inferInsert, 'name' | 'gender' | 'country' | 'region' | 'city'>>
export type DetailsSet = Partial<Omit<typeof profileDetails.$inferInsert, 'id'>>

export const profileQueries = (db: Db) => {
  return {
    /** Writes the columns that search and lists use. */
    setProfile: async (id: number, set: ProfileSet): Promise<void> => {
      await db.update(profiles).set(set).where(eq(profiles.id, id)).run()
    },

    setDetails: async (id: number, set: DetailsSet): Promise<void> => {
      await db.update(profileDetails).set(set).where(eq(profileDetails.id, id)).run()
    },

    /** A consent given again after its withdrawal counts from now. */
    giveConsent: async (member: number, consent: Consent, at: number): Promise<void> => {
      const given = { givenAt: at, withdrawnAt: null, textVersion: CONSENT_TEXT_VERSION }
      await db
        .insert(consents)
        .values({ userId: member, consent, ...given })
        .onConflictDoUpdate({ target: [consents.userId, consents.consent], set: given })
        .run()
    },

    /** Records the time of the consent. @returns whether the consent was in force */
    withdrawConsent: async (member: number, consent: Consent, at: number): Promise<boolean> =>
      (
        await db
          .update(consents)
          .set({ withdrawnAt: at })
          .where(and(eq(consents.userId, member), eq(consents.consent, consent), isNull(consents.withdrawnAt)))
          .run()
      ).changes > 0,
  }
}

/** Everything that a member has written on the profile, for the desk: the text and the answers to prompts, a paragraph each. */
export const ownWords = ({ aboutMe, prompts }: { aboutMe: string; prompts: readonly PromptAnswer[] }): string =>
  [aboutMe, ...prompts.map(({ answer }) => answer)].filter((words) => words !== '').join('\n\n')
