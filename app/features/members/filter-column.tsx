/** The column beside the results; what is in it is made only where the styles show a column, and so are its requests. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '../../state/i18n.ts'
import styles from './members.module.css'

export const FilterColumn = ({ children }: { children: ReactNode }) => {
  const column = useRef<HTMLElement>(null)
  const [shown, setShown] = useState(false)
  useEffect(() => {
    // A hidden element has no size; one that appears gets one.
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
