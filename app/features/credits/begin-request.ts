/** The part of an order about the request beside its button [PAY-11]: the version of the text and its language. */
import { BEGIN_TEXT_VERSION } from '#contract/limits.ts'
import { locale } from '../../state/i18n.ts'

export const beginRequest = () => ({ version: BEGIN_TEXT_VERSION, language: locale.value })
