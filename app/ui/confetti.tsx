/** Small capsules in the colours of the brand around a reason for joy: a confirmed mail, a purchase. They fall once and stay. */
import styles from './confetti.module.css'

const PIECES = 10

export const Confetti = () => (
  <div className={styles['confetti']} aria-hidden="true">
    {Array.from({ length: PIECES }, (_, index) => (
      <i key={index} />
    ))}
  </div>
)
