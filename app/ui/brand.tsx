/** The mark: two capsules that lean in and meet. The name is a setting and is shown beside it. */
import { useId } from 'react'

export const Mark = ({ size = 32 }: { size?: number }) => {
  const id = useId()
  const capsule = { x: 10.6, y: 3, width: 10.8, height: 26, rx: 5.4 }
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}g`} x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#D1344A" />
          <stop offset="1" stopColor="#E4553F" />
        </linearGradient>
        <clipPath id={`${id}c`}>
          <rect {...capsule} transform="rotate(-31 16 23.6)" />
        </clipPath>
      </defs>
      <rect {...capsule} transform="rotate(31 16 23.6)" fill="#F6A15B" />
      <rect {...capsule} transform="rotate(-31 16 23.6)" fill={`url(#${id}g)`} />
      <g clipPath={`url(#${id}c)`}>
        <rect {...capsule} transform="rotate(31 16 23.6)" fill="#8E1B3C" />
      </g>
    </svg>
  )
}
