import type { ReactNode } from 'react'
import styles from './gallery.module.css'

/** Parts of one kind under its name. */
export const Shelf = ({ name, row = false, children }: { name: string; row?: boolean; children: ReactNode }) => (
  <section className="stack">
    <h2>{name}</h2>
    <div className={row ? styles['row'] : 'stack'}>{children}</div>
  </section>
)
