import type { Words } from './words.ts'

/** City names are in the nominative, since no rule gives their other cases. */
export const polish: Words = {
  openers: [
    'Moje miasto to {city}, mój zawód: {job}.',
    'W dzień {job}, wieczorem najczęściej poza domem.',
    '{city} to mój dom od zawsze, a wciąż odkrywam tu nowe zakątki.',
    '[Przyjechałem|Przyjechałam] tu na rok. Było to już dość dawno.',
    'Zawód: {job}. Lubię swoją pracę, a jeszcze bardziej piątkowe wieczory.',
    'Na początku [spokojny|spokojna], potem trudno mnie zatrzymać.',
    '{city}, mała kuchnia i duży stół dla przyjaciół.',
    'Z zawodu {job}, z zamiłowania [zbieracz|zbieraczka] dobrych historii.',
  ],
  jobs: [
    '[pielęgniarz|pielęgniarka]',
    '[nauczyciel|nauczycielka]',
    '[stolarz|konserwatorka zabytków]',
    '[grafik|graficzka]',
    '[weterynarz|weterynarka]',
    '[kucharz|kucharka]',
    '[księgarz|księgarka]',
    '[fizjoterapeuta|fizjoterapeutka]',
    '[inżynier|inżynierka]',
    '[ogrodnik|ogrodniczka]',
    '[dziennikarz|dziennikarka]',
    '[piekarz|cukierniczka]',
  ],
  interests: {
    travelling: ['Najchętniej podróżuję powoli, przy oknie.', 'U mnie zawsze leży gdzieś otwarta mapa.'],
    cooking: ['W niedziele gotuję za dużo, więc przychodź z apetytem.', 'Moje pierogi mają swoich wielbicieli.'],
    hiking: ['W weekendy chodzę po górach z termosem.'],
    reading: ['Czytam kryminały i nigdy nie zgaduję sprawcy.'],
    music: ['Mała sala i muzyka na żywo, więcej mi nie trzeba.', 'Gram na pianinie, gdy nikt nie słucha.'],
    movies: ['W kinie zostaję do końca napisów.'],
    animals: ['Mój pies wybiera trasę, ja tylko trzymam smycz.', 'Mieszkam z kotem, który nie płaci czynszu.'],
    beach: ['Morze lubię także w listopadzie.'],
    photography: ['Fotografuję drzwi. Jest ich zaskakująco dużo pięknych.'],
    dancing: ['Tańczę słabo, ale z radością.'],
    wine: ['Kieliszek czerwonego wina i długa rozmowa, i wieczór jest udany.'],
    coffee: ['Wiem, gdzie jest dobra kawa.'],
    biking: ['Wszędzie jeżdżę rowerem, nawet w deszczu.'],
    gardening: ['Na balkonie rosną mi pomidory i nadzieja.'],
    theater: ['Lubię ciszę tuż przed podniesieniem kurtyny.'],
    sports: ['We wtorki siatkówka, w środy zakwasy.'],
    art: ['W muzeum oglądam jedną salę na raz.'],
  },
  closers: [
    'Szukam kogoś, z kim można naprawdę porozmawiać.',
    'Opowiedz mi o swoim dniu, małe historie są najlepsze.',
    'Bez pośpiechu. Najpierw życzliwość.',
    'Jeśli umiesz śmiać się ze złej pogody, dogadamy się.',
    'Dobra przyjaźń to już dużo, a więcej nie wykluczam.',
    'Napisz „cześć” i zdradź mi swoje ulubione miejsce.',
    'Chętnie poznam osobę ciekawą świata i twardo stąpającą po ziemi.',
  ],
  talks: [
    `- Cześć, {name}! Jak ci się tam mieszka?
     = Cześć! Bardzo dobrze, tylko deszcz czasem pada z boku.
     - Podobno to hartuje.
     = W takim razie hartu mam już pod dostatkiem. A ty?
     - Zawsze noszę parasol i nie tracę nadziei.
     = A co robisz w suchy dzień?
     - Idę, aż trafię na piekarnię, a potem wracam dłuższą drogą.
     = Brzmi jak bardzo dobra niedziela.`,
    `- Twój profil mnie rozbawił.
     = Miło mi! Która część?
     - Właściwie wszystko. Co teraz czytasz?
     = Kryminał na wyspie. Każdy ma łódkę i motyw.
     - I kto to zrobił?
     = Podejrzewam listonosza. Zawsze podejrzewam listonosza.
     - Daj znać, jak się skończy.`,
    `- Ważne pytanie: śniadanie na słodko czy na słono?
     = W tygodniu na słono, w niedzielę naleśniki.
     - Bardzo dyplomatycznie.
     = Przed kawą zawsze bywam dyplomatą. A u ciebie?
     - Kanapka z serem, codziennie. Niewiele mi trzeba.`,
    `- Jak minął dzień, {name}?
     = Długo, ale już siedzę pod kocem. A twój?
     - Podobnie, tylko więcej spotkań i mniej koca.
     = W takim razie należy ci się porządna kolacja.
     - Gotuję zupę według przepisu babci.
     = Przepisy babć są najlepsze.`,
    `- Jaki był twój ostatni koncert?
     = Trio jazzowe w maleńkiej piwnicy, dwadzieścia osób.
     - Takie są najpiękniejsze.
     = Grasz na czymś?
     - Na gitarze, kiedy sąsiedzi wyjadą.
     = Biedni sąsiedzi czy szczęśliwi sąsiedzi?
     - To zależy od piosenki.`,
    `- Mogę zadać trochę dziwne pytanie?
     = Takie są najlepsze.
     - Gdyby wyjechać jutro: nocny pociąg czy prom?
     = Nocny pociąg, miejsce przy oknie.
     - U mnie tak samo. Dokąd?
     = Byle rano za oknem były góry.`,
  ],
  meetings: [
    `- W sobotę jest w centrum targ książki. Bywasz tam?
     = Zawsze! Wracam z trzema książkami i bez wyrzutów sumienia.
     - Będę tam koło jedenastej. Może potem kawa?
     = Chętnie, gdzieś, gdzie jest dużo ludzi i dobre ciasto.
     - Umowa stoi. Do soboty!`,
    `- Twój profil bardzo mi się podoba. Masz ochotę na lody w niedzielę?
     = Mam. Czy wolno wziąć pistacjowe?
     - Pistacjowe są zalecane.
     = To o piątej przy fontannie?
     - Świetnie. Będę w zielonym szaliku.
     = A ja przyjadę rowerem, pięć minut po czasie.`,
  ],
}
