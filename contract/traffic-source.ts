/** §3 The tracking record of a visit: a cookie of ours in URLSearchParams format [ACC-15], [SITE-9]. */
export const TRAFFIC_SOURCE_COOKIE = 'trafficsource'

/** The fields of a link that say where a visit comes from. */
export const TRAFFIC_SOURCE_FIELDS = ['network', 'ref', 'sub1', 'sub2', 'sub3'] as const

/** The characters that one field may have. */
export const TRAFFIC_SOURCE_FIELD_MAX = 100
