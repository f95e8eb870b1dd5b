import type { Words } from './words.ts'

export const german: Words = {
  openers: [
    'Ich lebe in {city} und arbeite als {job}.',
    'Tagsüber {job}, abends meistens draußen.',
    'In {city} zu Hause, aber im Kopf oft schon im nächsten Zug.',
    'Nach {city} kam ich nur für ein Jahr. Das ist eine Weile her.',
    'Ich bin {job}, mag meinen Beruf und noch mehr den Feierabend.',
    'Erst ruhig, dann kaum zu bremsen: so beschreiben mich meine Freunde.',
    '{city}, Altbau, kleine Küche, großer Tisch.',
    'Ich arbeite als {job} und sammle nebenbei gute Geschichten.',
  ],
  jobs: [
    '[Krankenpfleger|Krankenpflegerin]',
    '[Lehrer|Lehrerin]',
    '[Tischler|Tischlerin]',
    '[Grafiker|Grafikerin]',
    '[Tierarzt|Tierärztin]',
    '[Koch|Köchin]',
    '[Buchhändler|Buchhändlerin]',
    '[Physiotherapeut|Physiotherapeutin]',
    '[Ingenieur|Ingenieurin]',
    '[Gärtner|Gärtnerin]',
    '[Redakteur|Redakteurin]',
    '[Bäcker|Konditorin]',
  ],
  interests: {
    travelling: [
      'Am liebsten reise ich langsam, mit Fensterplatz.',
      'Irgendwo bei mir liegt immer eine Landkarte offen.',
    ],
    cooking: ['Sonntags koche ich zu viel, also bring Hunger mit.'],
    hiking: ['Am Wochenende findet man mich auf irgendeinem Berg mit Thermoskanne.'],
    reading: ['Ich lese Krimis und liege beim Täter immer falsch.'],
    music: [
      'Kleine Bühnen und echte Bands sind mir die liebsten.',
      'Ich spiele Klavier, meistens wenn niemand zuhört.',
    ],
    movies: ['Im Kino bleibe ich bis zum Ende des Abspanns.'],
    animals: [
      'Mein Hund bestimmt die Route, ich halte nur die Leine.',
      'Ich wohne mit einer Katze, die keine Miete zahlt.',
    ],
    beach: ['Das Meer mag ich auch im November.'],
    photography: ['Ich fotografiere Türen. Es gibt erstaunlich viele schöne.'],
    dancing: ['Ich tanze schlecht, aber mit Freude.'],
    wine: ['Ein Glas Rotwein und ein langes Gespräch, mehr braucht der Abend nicht.'],
    coffee: ['Ich weiß, wo es guten Kaffee gibt.'],
    biking: ['Mit dem Rad bei jedem Wetter.'],
    gardening: ['Auf meinem Balkon wachsen Tomaten und Zuversicht.'],
    theater: ['Ich liebe die Stille, kurz bevor der Vorhang aufgeht.'],
    sports: ['Dienstags Volleyball, mittwochs Muskelkater.'],
    art: ['Im Museum schaffe ich einen Saal pro Besuch.'],
  },
  closers: [
    'Ich suche jemanden, mit dem man richtig reden kann.',
    'Erzähl mir von deinem Tag, kleine Geschichten sind die besten.',
    'Keine Eile. Freundlichkeit zuerst.',
    'Wer über schlechtes Wetter lachen kann, ist hier richtig.',
    'Eine gute Freundschaft wäre schön, mehr schließe ich nicht aus.',
    'Sag Hallo und verrate mir deinen Lieblingsort.',
    'Ich freue mich über Menschen, die neugierig und bodenständig sind.',
  ],
  talks: [
    `- Hallo {name}! Wie lebt es sich in {city}?
     = Hallo! Gut, nur der Regen kommt manchmal von der Seite.
     - Das härtet ab, sagt man.
     = Dann bin ich inzwischen sehr abgehärtet. Und du?
     - Ich habe immer einen Schirm dabei und hoffe.
     = Und was machst du an einem trockenen Tag?
     - Laufen, bis eine Bäckerei kommt. Dann den langen Weg zurück.
     = Klingt nach einem guten Sonntag.`,
    `- Dein Profil hat mich zum Lächeln gebracht.
     = Das freut mich! Welche Stelle denn?
     - Eigentlich alles. Was liest du gerade?
     = Einen Krimi auf einer Insel. Alle haben ein Boot und ein Motiv.
     - Und wer war es?
     = Ich tippe auf den Postboten. Ich tippe immer auf den Postboten.
     - Halt mich auf dem Laufenden.`,
    `- Wichtige Frage: süß oder herzhaft zum Frühstück?
     = Unter der Woche herzhaft, sonntags Pfannkuchen.
     - Sehr diplomatisch.
     = Vor dem ersten Kaffee bin ich immer diplomatisch. Und du?
     - Brot mit Käse, jeden Tag. Ich bin leicht zufrieden.`,
    `- Wie war dein Tag, {name}?
     = Lang, aber jetzt sitze ich mit einer Decke auf dem Sofa. Deiner?
     - Ähnlich, mit mehr Terminen und weniger Decke.
     = Dann hast du dir ein richtiges Abendessen verdient.
     - Ich koche gerade Linsen nach dem Rezept meiner Oma.
     = Rezepte von Omas sind die besten.
     - Die Hälfte fehlt leider, aber es riecht gut.`,
    `- Was war dein letztes Konzert?
     = Ein Jazztrio in einem winzigen Keller, vielleicht zwanzig Leute.
     - Das sind die besten.
     = Spielst du selbst etwas?
     - Gitarre, wenn die Nachbarn verreist sind.
     = Arme Nachbarn oder glückliche Nachbarn?
     - Das kommt auf das Lied an.`,
    `- Darf ich dich etwas Ungewöhnliches fragen?
     = Immer gern.
     - Wenn du morgen losfahren könntest: Nachtzug oder Fähre?
     = Nachtzug, Fensterplatz, keine Frage.
     - Bei mir auch. Wohin?
     = Hauptsache, morgens stehen Berge vor dem Fenster.`,
  ],
  meetings: [
    `- Am Samstag ist Büchermarkt in der Stadt. Gehst du manchmal hin?
     = Immer! Ich komme mit drei Büchern heim und bereue nichts.
     - Ich bin gegen elf dort. Vielleicht ein Kaffee danach?
     = Gern. Irgendwo, wo viel los ist und es Kuchen gibt.
     - Abgemacht, dann bis Samstag!`,
    `- Dein Profil gefällt mir sehr. Lust auf ein Eis am Sonntag?
     = Ja, gern. Ist Pistazie erlaubt?
     - Pistazie ist erwünscht.
     = Dann um fünf am Brunnen?
     - Perfekt. Ich trage den grünen Schal.
     = Und ich komme mit dem Rad, fünf Minuten zu spät.`,
  ],
}
