/** A QR code as an SVG of the page itself: no picture is fetched, and nobody else learns its content (decision 28). */
import makeQrCode from 'qrcode-generator'
import styles from './qr-code.module.css'

/** The quiet zone: the standard requires four light modules around the code. */
const QUIET_ZONE = 4

export type QrLevel = 'L' | 'M'

/**
 * @param level `L` for long texts, so that the modules stay large enough for a camera
 * @returns the dark modules as an SVG path of unit squares, and the width with the quiet zone
 */
export const qrModules = (text: string, level: QrLevel = 'M'): { path: string; size: number } => {
  const code = makeQrCode(0, level)
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const places = Array.from({ length: count }, (_, place) => place)
  const path = places
    .flatMap((row) => places.filter((column) => code.isDark(row, column)).map((column) => ({ row, column })))
    .map(({ row, column }) => `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`)
    .join('')
  return { path, size: count + 2 * QUIET_ZONE }
}

type Props = { text: string; label: string; level?: QrLevel }

/** Dark on light in both themes, since many cameras read nothing else. */
export const QrCode = ({ text, label, level = 'M' }: Props) => {
  const { path, size } = qrModules(text, level)
  return (
    <svg
      className={level === 'L' ? styles['large'] : styles['code']}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
