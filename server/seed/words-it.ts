import type { Words } from './words.ts'

export const italian: Words = {
  openers: [
    'Vivo a {city} e di lavoro sono {job}.',
    'Sono {job} di giorno, [curioso|curiosa] sempre. Casa mia è a {city}.',
    '[Arrivato|Arrivata] a {city} per studiare, [rimasto|rimasta] per gli amici e per la luce della sera.',
    'Di mestiere sono {job}; il resto del tempo lo passo fuori casa.',
    'Abito a {city} da sempre e ancora mi perdo volentieri nelle sue strade.',
    'Mi descrivono come una persona tranquilla con una risata che si sente da lontano. Lavoro come {job}.',
    '{city}, due piante sul balcone e troppi libri sul comodino.',
    'Sono {job} e mi piace quello che faccio, ma alle sei spengo tutto.',
  ],
  jobs: [
    '[infermiere|infermiera]',
    'insegnante',
    '[architetto|architetta]',
    '[cuoco|cuoca]',
    'fisioterapista',
    '[impiegato|impiegata]',
    '[grafico|grafica]',
    '[falegname|restauratrice]',
    '[libraio|libraia]',
    '[veterinario|veterinaria]',
    'giornalista',
    '[pasticciere|pasticciera]',
  ],
  interests: {
    travelling: [
      'Appena posso prendo un treno, anche solo per un giorno.',
      'Il prossimo viaggio? Ancora da decidere, purché lento.',
    ],
    cooking: [
      'La domenica cucino per chi c’è: pasta fatta in casa e niente fretta.',
      'Il mio risotto ha i suoi ammiratori.',
    ],
    hiking: ['In montagna ritrovo le idee chiare.', 'Cammino tanto, e in cima il panino è sempre più buono.'],
    reading: ['Leggo di tutto, soprattutto gialli con un buon finale.'],
    music: ['La musica non manca mai, dal vivo quando si può.', 'Colleziono vinili e li ascolto davvero.'],
    movies: ['Mi trovi al cinema il mercoledì, fila centrale.'],
    animals: ['Divido il divano con un gatto che si crede il padrone.', 'Il mio cane decide l’ora della passeggiata.'],
    beach: ['Il mare d’inverno mi piace quasi più di quello d’estate.'],
    photography: ['Giro con la macchina fotografica al collo e dimentico l’ora.'],
    dancing: ['Ballo male, ma con convinzione.'],
    wine: ['Un bicchiere di rosso e una conversazione lunga: serata perfetta.'],
    coffee: ['Il caffè lo prendo al banco, sempre nello stesso bar.'],
    biking: ['La bici è il mio mezzo preferito, anche con la pioggia.'],
    gardening: ['Sul balcone crescono pomodori e qualche speranza.'],
    theater: ['Ho l’abbonamento a teatro e spesso un posto libero accanto.'],
    sports: ['Due volte a settimana gioco a pallavolo con gli amici di sempre.'],
    art: ['Le mostre le guardo piano, una sala alla volta.'],
    foodie: ['Per una trattoria fatta bene attraverso volentieri la città.'],
  },
  closers: [
    'Cerco qualcuno con cui parlare davvero, poi si vedrà.',
    'Se sai ridere degli imprevisti, siamo già a buon punto.',
    'Scrivimi che cosa hai fatto oggi: le storie piccole sono le migliori.',
    'Non ho fretta. Mi piacciono le persone gentili.',
    'Vorrei conoscere una persona curiosa, con i piedi per terra.',
    'Raccontami il tuo posto preferito e io ti dico il mio.',
    'Una bella amicizia sarebbe già tanto, di più non lo escludo.',
    'Cerco una compagnia sincera, per le cose semplici.',
  ],
  talks: [
    `- Ciao {name}! Ho visto che sei di {city}. Ti trovi bene?
     = Ciao! Sì, abbastanza. D’estate un po’ meno, fa troppo caldo 😄
     - Ti capisco. Io in agosto sparisco in montagna.
     = Bella idea. <Da solo|Da sola> o in compagnia?
     - Di solito con due amici e troppo formaggio nello zaino.
     = Il formaggio non è mai troppo. Dove andate?
     - L’anno scorso in Val di Funes. Mai visto un cielo così.
     = Me lo segno. Io preferisco il mare, ma mi faccio convincere.`,
    `- Buonasera! Il tuo profilo mi ha fatto sorridere.
     = Buonasera a te, e grazie. Quale parte?
     - Tutto quanto, ma soprattutto la foto. Che cosa stai leggendo in questi giorni?
     = Un giallo ambientato a Trieste. Piove in ogni capitolo.
     - Perfetto per questo tempo. E il colpevole l’hai già capito?
     = Ho tre sospetti e nessuna prova.
     - Tienimi [informato|informata], adesso voglio sapere come finisce.`,
    `- Ciao! Domanda importante: dolce o salato a colazione?
     = Dolce, senza discussione. Cornetto e cappuccino.
     - Meno male, primo ostacolo superato.
     = E il secondo quale sarebbe?
     - Il caffè dopo pranzo: con o senza zucchero?
     = Senza. Ma non giudico chi ce lo mette.
     - Allora possiamo andare d’accordo.`,
    `- Ciao {name}, com’è andata la giornata?
     = Lunga! Ma adesso sono sul divano con una coperta. La tua?
     - Simile, con più riunioni e meno coperta.
     = Allora ti meriti una cena come si deve.
     - Sto cucinando una carbonara. Senza panna, promesso.
     = Ottima scelta. Hai appena guadagnato dieci punti.
     - E con quanti punti si vince?
     = Non te lo dico ancora 🙂`,
    `- Qual è stato il tuo ultimo concerto?
     = Un quartetto jazz in un locale minuscolo. Eravamo in venti.
     - Quelli sono i migliori, si sente anche il respiro.
     = Esatto! E tu, suoni qualcosa?
     - La chitarra, quando i vicini non ci sono.
     = Poveri vicini o fortunati vicini?
     - Dipende dalla canzone, direi.`,
    `- Ciao, piacere! Piacciono anche a te le passeggiate lunghe?
     = Sì, soprattutto la sera, quando la città si calma.
     - Io ci metto le cuffie e un podcast di storia.
     = Che epoca?
     - Ultimamente il Rinascimento: intrighi e ricette.
     = Ricette? Adesso sono davvero [curioso|curiosa].`,
    `- Posso farti una domanda un po’ strana?
     = Le migliori. Dimmi.
     - Se potessi partire domani, treno o nave?
     = Treno di notte, con il finestrino e una coperta.
     - Stessa risposta. Destinazione?
     = Lisbona, anche se il treno ci mette un’eternità.
     - Meglio, più tempo per parlare.`,
    `- Ciao {name}! Il tuo profilo l’ho letto due volte.
     = Grazie a te per avermi scritto.
     - Che cosa ti porta qui?
     = La voglia di conoscere persone senza correre. E tu?
     - Lo stesso. La fretta mi stanca.
     = Allora andiamo con calma 🙂`,
  ],
  meetings: [
    `- Ciao! Sabato c’è il mercato dei libri usati in centro. Ci vai mai?
     = Sempre! Esco con tre libri e nessun rimorso.
     - Ci vado verso le undici. Se ti va, ci prendiamo un caffè lì vicino.
     = Volentieri. In un bar affollato e con una brioche, però.
     - Affare fatto. Porto io l’elenco dei titoli introvabili.
     = E io la borsa grande. A sabato!`,
    `- Il tuo profilo mi piace molto. Ti andrebbe un gelato domenica?
     = Mi andrebbe, sì. Pistacchio obbligatorio?
     - Pistacchio consigliato, nocciola tollerata.
     = Va bene alle cinque, in piazza?
     - Perfetto. Mi riconosci dalla sciarpa verde.
     = Io arrivo in bicicletta, sempre cinque minuti in ritardo.
     - Ti aspetto senza fretta.`,
    `- C’è una mostra di fotografia fino a fine mese, l’hai vista?
     = Volevo andarci! Mi hanno detto che la seconda sala è splendida.
     - Giovedì sera è aperta fino alle dieci. Andiamo?
     = Giovedì posso. Ci troviamo all’ingresso alle otto?
     - Alle otto. Poi magari un bicchiere lì di fronte.
     = Magari sì 🙂`,
  ],
}
