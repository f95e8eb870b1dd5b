/** The words of the facts of a profile: `value.<fact>` is the label, `value.<fact>_<option>` an answer. */
import type { FactName, Facts } from '#contract/entities/profile-facts.ts'
import type { PromptName } from '#contract/entities/prompts.ts'
import { t, tCode, type TextKey } from '../../state/i18n.ts'

export const factLabel = (name: FactName): string => t(`value.${name}`)

/** @param option one of a newer version falls back to a general text */
export const factText = (name: FactName, option: string): string => tCode('value', `${name}_${option}`)

/** The answered facts as rows of a list. */
export const factRows = <Name extends FactName>(
  names: readonly Name[],
  facts: Facts<Name>,
): { label: string; value: string }[] =>
  names.flatMap((name) => {
    // The answer of an older worker lacks newer facts.
    const option: string | null = facts[name] ?? null
    return option === null ? [] : [{ label: factLabel(name), value: factText(name, option) }]
  })

const PROMPT_TEXTS: Record<PromptName, TextKey> = {
  sunday: 'profile.prompt_sunday',
  dinner: 'profile.prompt_dinner',
  laugh: 'profile.prompt_laugh',
  learning: 'profile.prompt_learning',
  place: 'profile.prompt_place',
  small: 'profile.prompt_small',
}

export const promptText = (prompt: PromptName): string => t(PROMPT_TEXTS[prompt])
