import type { Words } from './words.ts'

export const dutch: Words = {
  openers: [
    'Ik woon in {city} en werk als {job}.',
    'Overdag {job}, ’s avonds meestal buiten.',
    'In {city} opgegroeid en ik ontdek er nog steeds nieuwe hoekjes.',
    'Voor een jaar naar {city} gekomen. Dat is een tijdje geleden.',
    'Ik ben {job}, hou van mijn werk en nog meer van het weekend.',
    'Eerst rustig, daarna niet te stoppen: zo beschrijven vrienden me.',
    '{city}, een kleine keuken en een grote tafel.',
    'Ik werk als {job} en verzamel goede verhalen.',
  ],
  jobs: [
    '[verpleger|verpleegkundige]',
    '[leraar|lerares]',
    'timmerman',
    'grafisch ontwerper',
    'dierenarts',
    'kok',
    'boekverkoper',
    'fysiotherapeut',
    'ingenieur',
    'hovenier',
    'journalist',
    'bakker',
  ],
  interests: {
    travelling: ['Het liefst reis ik langzaam, bij het raam.', 'Er ligt bij mij altijd ergens een landkaart open.'],
    cooking: ['Op zondag kook ik te veel, dus kom met honger.'],
    hiking: ['In het weekend loop ik graag een lang stuk met een thermoskan mee.'],
    reading: ['Ik lees detectives en heb de dader altijd fout.'],
    music: ['Kleine zalen en echte bands, meer hoeft niet.', 'Ik speel piano, vooral als niemand luistert.'],
    movies: ['In de bioscoop blijf ik tot het einde van de aftiteling.'],
    animals: ['Mijn hond kiest de route, ik hou alleen de riem vast.', 'Ik woon met een kat die geen huur betaalt.'],
    beach: ['De zee vind ik ook in november mooi.'],
    photography: ['Ik fotografeer deuren. Er zijn verrassend veel mooie.'],
    dancing: ['Ik dans slecht, maar met plezier.'],
    wine: ['Een glas rood en een lang gesprek, dan is de avond goed.'],
    coffee: ['Ik weet waar de goede koffie is.'],
    biking: ['Met de fiets overal heen, ook als het regent.'],
    gardening: ['Op mijn balkon groeien tomaten en goede moed.'],
    theater: ['Ik hou van de stilte vlak voor het doek opgaat.'],
    sports: ['Dinsdag volleybal, woensdag spierpijn.'],
    art: ['In een museum doe ik één zaal per keer.'],
  },
  closers: [
    'Ik zoek iemand om echt mee te praten.',
    'Vertel me over je dag, kleine verhalen zijn de beste.',
    'Geen haast. Vriendelijkheid eerst.',
    'Wie om slecht weer kan lachen, zit hier goed.',
    'Een goede vriendschap zou mooi zijn, en meer sluit ik niet uit.',
    'Zeg hallo en vertel me wat je lievelingsplek is.',
    'Ik maak graag kennis met iemand die nieuwsgierig en nuchter is.',
  ],
  talks: [
    `- Hoi {name}! Hoe is het wonen in {city}?
     = Hoi! Heel fijn, alleen komt de regen soms van opzij.
     - Daar word je sterk van, zeggen ze.
     = Dan ben ik inmiddels ijzersterk. En jij?
     - Ik heb altijd een paraplu bij me en blijf hopen.
     = En op een droge dag?
     - Lopen tot er een bakker komt, en dan met een omweg naar huis.
     = Dat klinkt als een goede zondag.`,
    `- Je profiel maakte me aan het lachen.
     = Leuk! Welk stuk?
     - Eigenlijk alles. Wat lees je op dit moment?
     = Een detective op een eiland. Iedereen heeft een boot en een motief.
     - En wie heeft het gedaan?
     = Ik denk de postbode. Ik denk altijd de postbode.
     - Hou me op de hoogte.`,
    `- Belangrijke vraag: zoet of hartig als ontbijt?
     = Doordeweeks hartig, op zondag pannenkoeken.
     - Heel diplomatiek.
     = Voor de koffie ben ik altijd diplomatiek. En jij?
     - Brood met hagelslag, elke dag. Ik ben snel tevreden.`,
    `- Hoe was je dag, {name}?
     = Lang, maar ik zit nu met een deken op de bank. De jouwe?
     - Zelfde verhaal, met meer vergaderingen en minder deken.
     = Dan heb je een goede maaltijd verdiend.
     - Er staat soep op, naar het recept van mijn oma.
     = Dat zijn altijd de beste recepten.`,
    `- Wat was je laatste concert?
     = Een jazztrio in een piepklein zaaltje, we waren met twintig.
     - Dat zijn de mooiste.
     = Speel jij iets?
     - Gitaar, als de buren weg zijn.
     = Arme buren of gelukkige buren?
     - Dat hangt van het liedje af.`,
    `- Mag ik je iets geks vragen?
     = Dat zijn de beste vragen.
     - Als je morgen weg kon: nachttrein of boot?
     = Nachttrein, plek bij het raam.
     - Ik ook. Waarheen?
     = Als er ’s ochtends maar bergen zijn.`,
  ],
  meetings: [
    `- Zaterdag is er boekenmarkt in de stad. Ga je daar weleens heen?
     = Altijd! Ik kom met drie boeken thuis en heb nergens spijt van.
     - Ik ben er rond elf uur. Daarna koffie?
     = Graag, ergens waar het druk is en met taart.
     - Afgesproken. Tot zaterdag!`,
    `- Je profiel spreekt me aan. Zin in een ijsje op zondag?
     = Ja, leuk. Mag het pistache zijn?
     - Pistache wordt aangeraden.
     = Om vijf uur bij de fontein dan?
     - Prima. Ik draag een groene sjaal.
     = En ik kom op de fiets, vijf minuten te laat.`,
  ],
}
