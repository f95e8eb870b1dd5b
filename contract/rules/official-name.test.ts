import { describe, expect, test } from 'vitest'
import { isOfficialName } from './official-name.ts'

const refused = (name: string): boolean => isOfficialName(name, 'Visavis')

describe('[ACC-2] a name that passes for the site’s own people', () => {
  test.each([
    'Visavis',
    'Visavis Support',
    'VisavisSupport',
    'Team Visavis',
    'my_visavis_help',
    'myvisavisfan',
    'V1savis',
    'Vlsavls',
    'Ｖｉｓａｖｉｓ',
    'Vis-à-vis',
    'Visаvis',
    'Admin',
    'ADMIN',
    'admin123',
    '24 Support',
    'Supp0rt',
    '5upport',
    'Suppor7',
    '$upport',
    '5taff24',
    'H3lpdesk',
    'Moder4tor',
    'Moder@tor',
    'Adm1n',
    'Adm|n',
    'Adm!n',
    'Suppоrt',
    'A.d.m.i.n',
    'A d m i n',
    'Adrnin',
    'Αdmin',
    'Ad\u200bmin',
    'Moderator',
    'Moderátor',
    'Anna (Moderatorin)',
    'Support Anna',
    'AnnaSupport',
    'Customer Service',
    'Servizio Clienti',
    'Servizio-Clienti Anna',
    'Atención al cliente',
    'Ana, atención al cliente',
    'Obsługa klienta',
    'Kundendienst',
    'Modératrice',
    'Beheerder',
    'Wsparcie',
    'S.T.A.F.F.',
  ])('%j', (name) => {
    expect(refused(name)).toBe(true)
  })

  test.each([
    'Anna',
    'Anna Maria',
    'Lina',
    'Lia 1991',
    'Supportive Sam',
    'Moderato',
    'Adam in Milano',
    'Damian',
    'Admira',
    'Team Anna & Ben',
    'Roma',
    'Service',
    'Client',
    'Vis',
    'Vissi',
    'Clementine',
    'Ольга',
    '李小龙',
    'Salvatore 70',
    'Assia',
    'Stefano',
  ])('%j is an ordinary name', (name) => {
    expect(refused(name)).toBe(false)
  })

  test('the short name of a site is refused alone, and may be a part of an ordinary name', () => {
    expect(isOfficialName('Duo', 'Duo')).toBe(true)
    expect(isOfficialName('Duo Team', 'Duo')).toBe(true)
    expect(isOfficialName('Duonna', 'Duo')).toBe(false)
    expect(isOfficialName('Duetina', 'Dueti')).toBe(false)
    expect(isOfficialName('Duettoni', 'Duetto')).toBe(true)
  })

  test('a site whose name has no letters refuses no ordinary name', () => {
    for (const siteName of ['', '24']) expect(isOfficialName('(Anna)', siteName)).toBe(false)
  })
})
