/** Regions and cities of the countries where English is spoken; the lines read as in `places-europe.ts`. */
export const ENGLISH_SPEAKING = `
IE-D Dublin: Dublin 592 53.35 -6.26, Swords 41 53.46 -6.22, Malahide 18 53.45 -6.15
IE-CO Cork: Cork 224 51.9 -8.47, Cobh 14 51.85 -8.29, Mallow 13 52.14 -8.65
IE-G Galway: Galway 86 53.27 -9.06, Tuam 10 53.51 -8.86
IE-LK Limerick: Limerick 102 52.66 -8.63, Newcastle West 7 52.45 -9.06
IE-WD Waterford: Waterford 60 52.26 -7.11, Dungarvan 11 52.09 -7.62
IE-KY Kerry: Tralee 26 52.27 -9.7, Killarney 15 52.06 -9.5
IE-KE Kildare: Naas 26 53.22 -6.66, Newbridge 24 53.18 -6.8, Maynooth 17 53.38 -6.59
IE-LH Louth: Drogheda 44 53.72 -6.35, Dundalk 43 54 -6.4
GB-ENG England: London 8866 51.51 -0.13, Birmingham 1145 52.48 -1.89, Manchester 552 53.48 -2.24, Leeds 536 53.8 -1.55, Liverpool 486 53.41 -2.98, Bristol 472 51.45 -2.59, Sheffield 500 53.38 -1.47, Newcastle upon Tyne 286 54.98 -1.61, Nottingham 324 52.95 -1.15, Brighton 277 50.82 -0.14, Norwich 144 52.63 1.3, Plymouth 264 50.38 -4.14
GB-SCT Scotland: Glasgow 635 55.86 -4.25, Edinburgh 527 55.95 -3.19, Aberdeen 198 57.15 -2.09, Dundee 148 56.46 -2.97
GB-WLS Wales: Cardiff 362 51.48 -3.18, Swansea 246 51.62 -3.94, Newport 160 51.58 -3
GB-NIR Northern Ireland: Belfast 345 54.6 -5.93, Derry 85 54.99 -7.31, Lisburn 51 54.52 -6.04
US-NY New York: New York 8336 40.71 -74.01, Buffalo 278 42.89 -78.88, Rochester 211 43.16 -77.61
US-CA California: Los Angeles 3821 34.05 -118.24, San Diego 1388 32.72 -117.16, San Francisco 809 37.77 -122.42, Sacramento 526 38.58 -121.49
US-TX Texas: Houston 2314 29.76 -95.37, San Antonio 1495 29.42 -98.49, Dallas 1303 32.78 -96.8, Austin 980 30.27 -97.74
US-FL Florida: Jacksonville 986 30.33 -81.66, Miami 455 25.76 -80.19, Tampa 403 27.95 -82.46, Orlando 321 28.54 -81.38
US-IL Illinois: Chicago 2665 41.88 -87.63, Aurora 178 41.76 -88.32, Springfield 113 39.78 -89.65
US-MA Massachusetts: Boston 654 42.36 -71.06, Worcester 207 42.26 -71.8, Springfield 154 42.1 -72.59
US-WA Washington: Seattle 755 47.61 -122.33, Spokane 230 47.66 -117.43, Tacoma 223 47.25 -122.44
US-PA Pennsylvania: Philadelphia 1551 39.95 -75.17, Pittsburgh 303 40.44 -80, Allentown 125 40.6 -75.47
CA-ON Ontario: Toronto 2794 43.65 -79.38, Ottawa 1017 45.42 -75.7, Hamilton 569 43.26 -79.87, London 422 42.98 -81.25
CA-QC Québec: Montréal 1763 45.5 -73.57, Québec 549 46.81 -71.21, Gatineau 291 45.48 -75.7
CA-BC British Columbia: Vancouver 662 49.28 -123.12, Surrey 568 49.19 -122.85, Victoria 92 48.43 -123.37
CA-AB Alberta: Calgary 1307 51.05 -114.07, Edmonton 1010 53.55 -113.49, Red Deer 101 52.27 -113.81
CA-MB Manitoba: Winnipeg 750 49.9 -97.14, Brandon 51 49.85 -99.95
CA-NS Nova Scotia: Halifax 439 44.65 -63.58, Sydney 31 46.14 -60.19
AU-NSW New South Wales: Sydney 5297 -33.87 151.21, Newcastle 526 -32.93 151.78, Wollongong 313 -34.42 150.89
AU-VIC Victoria: Melbourne 5207 -37.81 144.96, Geelong 302 -38.15 144.36, Ballarat 116 -37.56 143.85
AU-QLD Queensland: Brisbane 2706 -27.47 153.03, Gold Coast 735 -28.02 153.4, Cairns 158 -16.92 145.77
AU-WA Western Australia: Perth 2309 -31.95 115.86, Bunbury 78 -33.33 115.64
AU-SA South Australia: Adelaide 1446 -34.93 138.6, Mount Gambier 27 -37.83 140.78
AU-TAS Tasmania: Hobart 253 -42.88 147.33, Launceston 91 -41.44 147.14
AU-ACT Australian Capital Territory: Canberra 467 -35.28 149.13
NZ-AUK Auckland: Auckland 1479 -36.85 174.76, Manurewa 97 -37.02 174.9
NZ-WGN Wellington: Wellington 216 -41.29 174.78, Lower Hutt 113 -41.21 174.91, Porirua 61 -41.13 174.84
NZ-CAN Canterbury: Christchurch 384 -43.53 172.64, Timaru 29 -44.4 171.25
NZ-WKO Waikato: Hamilton 186 -37.79 175.28, Taupō 26 -38.69 176.07
NZ-OTA Otago: Dunedin 106 -45.87 170.5, Queenstown 29 -45.03 168.66
NZ-BOP Bay of Plenty: Tauranga 158 -37.69 176.17, Rotorua 58 -38.14 176.25
`
