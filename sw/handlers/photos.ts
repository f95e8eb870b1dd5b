/** Answers requests for photos of members: `/photos/<id>/<size>` on this site. */
import type { Device } from '../device.ts'
import type { Extend } from '../ports.ts'
import { isPhotoPath } from '../photos/photos.ts'

export const isPhotoRequest = (request: Request, origin: string): boolean => {
  const url = new URL(request.url)
  return request.method === 'GET' && request.mode !== 'navigate' && url.origin === origin && isPhotoPath(url.pathname)
}

export const answerPhoto = async (device: Device, request: Request, extend: Extend): Promise<Response> => {
  try {
    return await device.photos.answer(await device.sessions.current(), request, extend)
  } catch {
    // The store or the cache has failed: let the server answer.
    return device.ports.fetch(request, request.signal)
  }
}
