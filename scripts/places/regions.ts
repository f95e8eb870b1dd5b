/** The regions of each country: their ISO 3166-2 codes by GeoNames' codes, and the language of their own names. */
import type { Locale } from '../../contract/locales.ts'

type Country = {
  /** The level of GeoNames' divisions that the regions of this country have: first or second. */
  level: 1 | 2
  /** `GeoNames=ISO`, or one word if both codes are equal. Several of GeoNames' divisions may be one region. */
  codes: string
  language: Locale
  /** Regions whose language differs from the rest of the country. */
  others?: Partial<Record<Locale, string>>
}

const COUNTRIES = {
  IT: {
    level: 1,
    codes:
      '01=65 02=77 03=78 04=72 05=45 06=36 07=62 08=42 09=25 10=57 11=67 12=21 13=75 14=88 15=82 16=52 17=32 18=55 19=23 20=34',
    language: 'it',
  },
  IE: {
    level: 2,
    codes:
      '01=CW 02=CN 03=CE 04=CO 06=DL 10=G 11=KY 12=KE 13=KK 14=LM 15=LS 18=LD 19=LH 20=MO 21=MH 22=MN 23=OY 24=RN 25=SO 26=TA 29=WH 30=WX 31=WW 32=CO 33=D 34=D 35=D 36=G 39=D 42=LK 44=WD',
    language: 'en',
  },
  GB: { level: 1, codes: 'ENG SCT WLS NIR', language: 'en' },
  US: {
    level: 1,
    codes:
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY',
    language: 'en',
  },
  CA: {
    level: 1,
    codes: '01=AB 02=BC 03=MB 04=NB 05=NL 07=NS 08=ON 09=PE 10=QC 11=SK 12=YT 13=NT 14=NU',
    language: 'en',
    others: { fr: 'QC' },
  },
  AU: { level: 1, codes: '01=ACT 02=NSW 03=NT 04=QLD 05=SA 06=TAS 07=VIC 08=WA', language: 'en' },
  NZ: {
    level: 1,
    codes:
      'E7=AUK E8=BOP E9=CAN F1=GIS F2=HKB F3=MWT F4=MBH F5=NSN F6=NTL F7=OTA F8=STL F9=TKI G1=WKO G2=WGN G3=WTC TAS',
    language: 'en',
  },
  DE: {
    level: 1,
    codes: '01=BW 02=BY 03=HB 04=HH 05=HE 06=NI 07=NW 08=RP 09=SL 10=SH 11=BB 12=MV 13=SN 14=ST 15=TH 16=BE',
    language: 'de',
  },
  AT: { level: 1, codes: '01=1 02=2 03=3 04=4 05=5 06=6 07=7 08=8 09=9', language: 'de' },
  CH: {
    level: 1,
    codes: 'AG AI AR BE BL BS FR GE GL GR JU LU NE NW OW SG SH SO SZ TG TI UR VD VS ZG ZH',
    language: 'de',
    others: { fr: 'FR GE JU NE VD VS', it: 'TI' },
  },
  ES: {
    level: 1,
    codes:
      '07=IB 27=RI 29=MD 31=MC 32=NC 34=AS 39=CB 51=AN 52=AR 53=CN 54=CM 55=CL 56=CT 57=EX 58=GA 59=PV 60=VC CE ML',
    language: 'es',
  },
  FR: {
    level: 1,
    codes: '11=IDF 24=CVL 27=BFC 28=NOR 32=HDF 44=GES 52=PDL 53=BRE 75=NAQ 76=OCC 84=ARA 93=PAC 94=20R',
    language: 'fr',
  },
  BE: {
    level: 2,
    codes: 'VAN VBR VLI VOV VWV WBR WHT WLG WLX WNA BRU',
    language: 'nl',
    others: { fr: 'BRU WBR WHT WLG WLX WNA' },
  },
  NL: {
    level: 1,
    codes: '01=DR 02=FR 03=GE 04=GR 05=LI 06=NB 07=NH 09=UT 10=ZE 11=ZH 15=OV 16=FL',
    language: 'nl',
  },
  PL: {
    level: 1,
    codes: '72=02 73=04 74=10 75=06 76=08 77=12 78=14 79=16 80=18 81=20 82=22 83=24 84=26 85=28 86=30 87=32',
    language: 'pl',
  },
} as const satisfies Record<string, Country>

export const COUNTRY_CODES = Object.keys(COUNTRIES) as (keyof typeof COUNTRIES)[]

export type Region = { id: string; country: string; language: Locale }

const regions = new Map<string, Region>()
const byGeoNames = new Map<string, Region>()

for (const country of COUNTRY_CODES) {
  const { level, codes, language, others = {} }: Country = COUNTRIES[country]
  for (const pair of codes.split(' ')) {
    const [geo = '', iso = geo] = pair.split('=')
    const other = Object.entries(others).find(([, list]) => list.split(' ').includes(iso))
    const region = regions.get(`${country}-${iso}`) ?? {
      id: `${country}-${iso}`,
      country,
      language: (other?.[0] as Locale | undefined) ?? language,
    }
    regions.set(region.id, region)
    byGeoNames.set(`${country} ${level} ${geo}`, region)
  }
}

export const REGIONS: readonly Region[] = [...regions.values()]

/** Finds the region of a place in GeoNames by its first and second division. */
export const regionOf = (country: string, admin1: string, admin2: string): Region | undefined =>
  byGeoNames.get(`${country} 1 ${admin1}`) ?? byGeoNames.get(`${country} 2 ${admin2}`)
