/** A QR code as an SVG of the page itself: no picture is fetched, and nobody else learns the secret in it (decision 28). */
import makeQrCode from 'qrcode-generator'
import { t } from '../../texts.ts'
import styles from './login.module.css'

/** The standard asks for four light fields around the code. */
const QUIET = 4

/** @returns the dark fields as an SVG path of unit squares, and the width with the quiet zone */
export const qrFields = (text: string): { path: string; size: number } => {
  const code = makeQrCode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const places = Array.from({ length: count }, (_, place) => place)
  const path = places
    .flatMap((row) => places.filter((column) => code.isDark(row, column)).map((column) => ({ row, column })))
    .map(({ row, column }) => `M${column + QUIET} ${row + QUIET}h1v1h-1z`)
    .join('')
  return { path, size: count + 2 * QUIET }
}

/** Dark on light in both themes, since many cameras read nothing else. */
export const QrCode = ({ text }: { text: string }) => {
  const { path, size } = qrFields(text)
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
