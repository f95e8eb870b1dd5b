/** The lists of likes, as the last part of their path [LIKE-1]. */
export const LIKE_TYPES = ['received', 'sent', 'matches'] as const
export type LikeType = (typeof LIKE_TYPES)[number]

export const isLikeType = (text: string): text is LikeType => LIKE_TYPES.some((type) => type === text)
