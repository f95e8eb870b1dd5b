// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { refusingStore } from '../testing/memory-store.ts'
import { deviceStore, tabStore } from './text-store.ts'

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('texts of the device and of the tab are apart, and are found by their prefix', () => {
  deviceStore.set('draft:1', 'Ciao')
  deviceStore.set('date:1', 'Friday')
  expect([deviceStore.get('draft:1'), tabStore.get('draft:1')]).toEqual(['Ciao', null])
  expect(deviceStore.keys('draft:')).toEqual(['draft:1'])
  deviceStore.remove('draft:1')
  expect(deviceStore.keys('d')).toEqual(['date:1'])
})

test('a text that is no JSON counts as missing where JSON is expected', () => {
  tabStore.set('places', '[["a",1]]')
  expect(tabStore.getJson('places')).toEqual([['a', 1]])
  tabStore.set('places', '[["a"')
  expect([tabStore.getJson('places'), tabStore.getJson('nothing')]).toEqual([null, null])
})

test('a browser that refuses its storage stores nothing, and nothing breaks', () => {
  refusingStore.set('a', 'b')
  refusingStore.remove('a')
  expect([refusingStore.get('a'), refusingStore.getJson('a'), refusingStore.keys('')]).toEqual([null, null, []])
})
