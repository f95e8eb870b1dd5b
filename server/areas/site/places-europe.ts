/**
 * Regions and cities of the continent, in each country's own language. A line is a region: its ISO 3166-2 code and name,
 * then cities, the largest first: name, population in thousands, latitude, longitude.
 */
export const EUROPE = `
IT-25 Lombardia: Milano 1354 45.46 9.19, Brescia 197 45.54 10.22, Monza 123 45.58 9.27, Bergamo 120 45.69 9.67
IT-62 Lazio: Roma 2748 41.89 12.48, Latina 127 41.47 12.9, Viterbo 66 42.42 12.11
IT-72 Campania: Napoli 913 40.85 14.27, Salerno 127 40.68 14.77, Caserta 73 41.07 14.33
IT-21 Piemonte: Torino 841 45.07 7.69, Novara 101 45.45 8.62, Alessandria 91 44.91 8.61, Cuneo 56 44.38 7.54
IT-34 Veneto: Verona 255 45.44 10.99, Venezia 250 45.44 12.32, Padova 207 45.41 11.88, Vicenza 110 45.55 11.55
IT-45 Emilia-Romagna: Bologna 387 44.49 11.34, Parma 196 44.8 10.33, Modena 184 44.65 10.93, Rimini 149 44.06 12.57
IT-52 Toscana: Firenze 361 43.77 11.25, Prato 195 43.88 11.1, Livorno 154 43.55 10.31, Pisa 89 43.72 10.4
IT-82 Sicilia: Palermo 630 38.12 13.36, Catania 299 37.5 15.09, Messina 218 38.19 15.55, Siracusa 116 37.08 15.29
IT-75 Puglia: Bari 316 41.12 16.87, Taranto 188 40.46 17.25, Lecce 94 40.35 18.17
IT-42 Liguria: Genova 558 44.41 8.93, La Spezia 92 44.1 9.82, Savona 59 44.31 8.48
DE-BE Berlin: Berlin 3677 52.52 13.4
DE-HH Hamburg: Hamburg 1854 53.55 9.99
DE-BY Bayern: München 1488 48.14 11.58, Nürnberg 511 49.45 11.08, Augsburg 296 48.37 10.9, Regensburg 153 49.02 12.1
DE-NW Nordrhein-Westfalen: Köln 1073 50.94 6.96, Düsseldorf 619 51.23 6.78, Dortmund 587 51.51 7.47, Münster 317 51.96 7.63
DE-HE Hessen: Frankfurt am Main 759 50.11 8.68, Wiesbaden 279 50.08 8.24, Kassel 201 51.31 9.48, Darmstadt 159 49.87 8.65
DE-BW Baden-Württemberg: Stuttgart 626 48.78 9.18, Mannheim 311 49.49 8.47, Karlsruhe 306 49.01 8.4, Freiburg 231 47.99 7.85
DE-SN Sachsen: Leipzig 602 51.34 12.37, Dresden 555 51.05 13.74, Chemnitz 243 50.83 12.92
DE-NI Niedersachsen: Hannover 535 52.37 9.73, Braunschweig 249 52.26 10.52, Oldenburg 170 53.14 8.21, Göttingen 117 51.53 9.93
AT-9 Wien: Wien 1932 48.21 16.37
AT-6 Steiermark: Graz 292 47.07 15.44, Leoben 25 47.38 15.09
AT-4 Oberösterreich: Linz 207 48.31 14.29, Wels 63 48.16 14.02, Steyr 38 48.04 14.42
AT-5 Salzburg: Salzburg 156 47.8 13.04, Hallein 21 47.68 13.1
AT-7 Tirol: Innsbruck 131 47.27 11.39, Kufstein 20 47.58 12.17
AT-2 Kärnten: Klagenfurt 103 46.62 14.31, Villach 65 46.61 13.85
AT-3 Niederösterreich: Sankt Pölten 56 48.2 15.62, Wiener Neustadt 47 47.81 16.24, Krems 25 48.41 15.61
AT-8 Vorarlberg: Dornbirn 50 47.41 9.74, Bregenz 29 47.5 9.75
CH-ZH Zürich: Zürich 421 47.37 8.54, Winterthur 115 47.5 8.72, Uster 36 47.35 8.72
CH-BE Bern: Bern 134 46.95 7.45, Biel 55 47.14 7.25, Thun 44 46.76 7.63
CH-GE Genève: Genève 203 46.2 6.14, Vernier 35 46.22 6.08
CH-VD Vaud: Lausanne 140 46.52 6.63, Montreux 26 46.43 6.91, Nyon 22 46.38 6.24
CH-BS Basel-Stadt: Basel 174 47.56 7.59, Riehen 21 47.58 7.65
CH-LU Luzern: Luzern 82 47.05 8.31, Emmen 31 47.08 8.3
CH-TI Ticino: Lugano 62 46.01 8.96, Bellinzona 44 46.19 9.02, Locarno 16 46.17 8.79
CH-SG St. Gallen: St. Gallen 76 47.42 9.38, Rapperswil-Jona 27 47.23 8.82
ES-MD Comunidad de Madrid: Madrid 3280 40.42 -3.7, Alcalá de Henares 196 40.48 -3.36, Getafe 184 40.31 -3.73
ES-CT Catalunya: Barcelona 1636 41.39 2.17, Tarragona 135 41.12 1.25, Girona 102 41.98 2.82
ES-AN Andalucía: Sevilla 682 37.39 -5.99, Málaga 580 36.72 -4.42, Córdoba 320 37.89 -4.78, Granada 229 37.18 -3.6
ES-VC Comunitat Valenciana: Valencia 793 39.47 -0.38, Alicante 338 38.35 -0.48, Castellón de la Plana 172 39.99 -0.04
ES-PV País Vasco: Bilbao 344 43.26 -2.93, Vitoria-Gasteiz 254 42.85 -2.67, San Sebastián 188 43.32 -1.98
ES-GA Galicia: Vigo 292 42.24 -8.72, A Coruña 245 43.37 -8.4, Santiago de Compostela 98 42.88 -8.54
ES-AR Aragón: Zaragoza 674 41.65 -0.88, Huesca 53 42.14 -0.41
ES-CL Castilla y León: Valladolid 296 41.65 -4.73, Burgos 174 42.34 -3.7, Salamanca 143 40.97 -5.66
FR-IDF Île-de-France: Paris 2133 48.86 2.35, Boulogne-Billancourt 120 48.84 2.24, Versailles 84 48.8 2.13
FR-ARA Auvergne-Rhône-Alpes: Lyon 522 45.76 4.84, Saint-Étienne 173 45.44 4.39, Grenoble 158 45.19 5.73, Annecy 131 45.9 6.13
FR-PAC Provence-Alpes-Côte d’Azur: Marseille 873 43.3 5.37, Nice 348 43.7 7.27, Toulon 180 43.12 5.93, Avignon 90 43.95 4.81
FR-OCC Occitanie: Toulouse 504 43.6 1.44, Montpellier 303 43.61 3.88, Nîmes 148 43.84 4.36, Perpignan 120 42.7 2.9
FR-NAQ Nouvelle-Aquitaine: Bordeaux 261 44.84 -0.58, Limoges 130 45.83 1.26, Poitiers 90 46.58 0.34, La Rochelle 78 46.16 -1.15
FR-HDF Hauts-de-France: Lille 236 50.63 3.06, Amiens 134 49.89 2.3, Dunkerque 86 51.03 2.38
FR-GES Grand Est: Strasbourg 291 48.57 7.75, Reims 179 49.26 4.03, Metz 121 49.12 6.18, Nancy 104 48.69 6.18
FR-BRE Bretagne: Rennes 226 48.11 -1.68, Brest 140 48.39 -4.49, Quimper 64 48 -4.1
BE-VAN Antwerpen: Antwerpen 531 51.22 4.4, Mechelen 88 51.03 4.48, Turnhout 46 51.32 4.95
BE-VOV Oost-Vlaanderen: Gent 265 51.05 3.72, Aalst 88 50.94 4.04, Sint-Niklaas 80 51.17 4.14
BE-VWV West-Vlaanderen: Brugge 119 51.21 3.22, Kortrijk 78 50.83 3.26, Oostende 72 51.22 2.92
BE-VBR Vlaams-Brabant: Leuven 102 50.88 4.7, Tienen 35 50.81 4.94
BE-BRU Bruxelles: Bruxelles 1222 50.85 4.35
BE-WLG Liège: Liège 196 50.63 5.57, Seraing 64 50.6 5.51, Verviers 55 50.59 5.86
BE-WHT Hainaut: Charleroi 202 50.41 4.44, Mons 96 50.45 3.95, Tournai 69 50.61 3.39
BE-WNA Namur: Namur 113 50.47 4.87, Dinant 13 50.26 4.91
NL-NH Noord-Holland: Amsterdam 906 52.37 4.9, Haarlem 163 52.38 4.64, Alkmaar 110 52.63 4.75
NL-ZH Zuid-Holland: Rotterdam 656 51.92 4.48, Den Haag 554 52.08 4.31, Leiden 127 52.16 4.49, Delft 106 52.01 4.36
NL-UT Utrecht: Utrecht 362 52.09 5.12, Amersfoort 160 52.16 5.39, Zeist 66 52.09 5.23
NL-NB Noord-Brabant: Eindhoven 239 51.44 5.48, Tilburg 225 51.56 5.09, Breda 185 51.59 4.78
NL-GR Groningen: Groningen 235 53.22 6.57, Veendam 27 53.11 6.88
NL-GE Gelderland: Nijmegen 179 51.84 5.86, Arnhem 164 51.98 5.91, Apeldoorn 166 52.21 5.97
NL-LI Limburg: Maastricht 121 50.85 5.69, Venlo 102 51.37 6.17, Roermond 60 51.19 5.99
NL-OV Overijssel: Enschede 160 52.22 6.89, Zwolle 131 52.51 6.09, Deventer 102 52.25 6.16
PL-14 Mazowieckie: Warszawa 1862 52.23 21.01, Radom 201 51.4 21.15, Płock 114 52.55 19.71
PL-12 Małopolskie: Kraków 804 50.06 19.94, Tarnów 104 50.01 20.99, Nowy Sącz 81 49.62 20.7
PL-02 Dolnośląskie: Wrocław 674 51.11 17.03, Wałbrzych 102 50.77 16.28, Legnica 93 51.21 16.16
PL-30 Wielkopolskie: Poznań 541 52.41 16.93, Kalisz 94 51.76 18.09, Leszno 60 51.84 16.57
PL-22 Pomorskie: Gdańsk 486 54.35 18.65, Gdynia 243 54.52 18.53, Słupsk 86 54.46 17.03
PL-24 Śląskie: Katowice 281 50.26 19.03, Częstochowa 208 50.81 19.12, Gliwice 171 50.29 18.67
PL-10 Łódzkie: Łódź 656 51.77 19.46, Piotrków Trybunalski 69 51.41 19.7
PL-06 Lubelskie: Lublin 331 51.25 22.57, Zamość 60 50.72 23.25
`
