/** A sample profile with a drawn portrait, like all demo members. */
import type { Photo } from '#contract/entities/photo.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import kofi from '../../features/index/portraits/kofi.svg'
import yuki from '../../features/index/portraits/yuki.svg'

const photoAt = (path: string): Photo => ({
  id: path,
  status: 'active',
  filename: path,
  thumb_filename: path,
  match: path,
  colours: '',
  locked: false,
  lock: null,
})

export const KOFI = photoAt(kofi)
export const YUKI = photoAt(yuki)

export const SOMEONE: ProfileCard = {
  id: 7,
  name: 'Martina',
  age: 38,
  gender: 'female',
  country: 'IT',
  countryregion: 'IT-62',
  region: 'Lazio',
  city: 'Roma',
  main_image: null,
  fictional: false,
  last_active: 0,
  exists: true,
  distance: null,
  reserved: false,
}
