/** Draws a QR code as inline SVG. No other server draws it, so none learns the secret in it (decision 28). */
import makeQrCode from 'qrcode-generator'
import { t } from '../../texts.ts'
import styles from './login.module.css'

/** The quiet zone: the standard requires four light modules around the code. */
const QUIET_ZONE = 4

/** @returns the dark modules as an SVG path of unit squares, and the width with the quiet zone */
export const qrModules = (text: string): { path: string; size: number } => {
  const code = makeQrCode(0, 'M')
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

/** Dark on light in both themes, because many cameras cannot read an inverted code. */
export const QrCode = ({ text }: { text: string }) => {
  const { path, size } = qrModules(text)
  return (
    <svg
      className={styles['qr']}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t('login.qr')}
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}
