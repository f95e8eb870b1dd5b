/** The column beside the results. Its content and requests are created only when the styles show the column. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '../../state/i18n.ts'
import styles from './members.module.css'

export const FilterColumn = ({ children }: { children: ReactNode }) => {
  const column = useRef<HTMLElement>(null)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    // A hidden element has no size, and gets one when it appears.
    const observer = new ResizeObserver(([entry]) => setShown((entry?.contentRect.width ?? 0) > 0))
    if (column.current) observer.observe(column.current)
    return () => observer.disconnect()
  }, [])
  return (
    <aside ref={column} className={styles['column']} aria-label={t('members.filter')}>
      {shown ? (
        <>
          <h2>{t('members.filter')}</h2>
          {children}
        </>
      ) : null}
    </aside>
  )
}
