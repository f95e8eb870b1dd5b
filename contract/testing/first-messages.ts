/**
 * First messages in seven languages, written by hand for the scorer [GUARD-1]: `+` leads away from the site (a link, a
 * number, an address, a messenger), `-` does not. Numbers, dates, prices, refused messengers and typing errors are among
 * the honest ones on purpose. Every second message of each kind sets the thresholds; the others are reported.
 */
export const FIRST_MESSAGES = String.raw`
# en
- Hi! Your photo in the mountains made me smile. Was that Snowdon?
- Hello, I'm 34, 178 cm and I cook better than I dance. You?
- I saw you like jazz. Have you been to the club on Frith Street?
- Good evening :) How was your week?
- You write that you have two cats. Mine is called Biscuit and rules the flat.
- I moved to Leeds in 2019 and still get lost every Sunday.
- Do you prefer tea or coffee? This is important.
- Your profile says you read a lot. What's on your bedside table right now?
- Haha, I love.It when people admit they hate running.
- I work night shifts at the hospital, so I answer at strange hours, sorry!
- I'd rather stay here and chat first, if that's ok with you.
- I deleted Instagram last year and I've never been happier.
- No WhatsApp for now please, let's get to know each other here.
- My birthday is 12.05.1988, so I'm a stubborn Taurus. And yours?
- I ran the marathon in 3:58:20, number 14523 on my chest. Never again.
- We were four at home: one mother, two brothers, three dogs and me.
- Are you free on Saturday at 19:30? There's a concert in the park.
- I lost the signal in the tunnel, back now! Where were we?
- The queue in line for the museum was 2 hours, but worth it.
- I paid 1,250,000 lire for my first bike, that's how old I am :)
- What's your favourite thing about Bristol? I only know the bridge.
- I teach maths to 12-year-olds. They are scarier than they sound.
- You have a lovely smile. I hope that's not too direct.
- Your dog! Please tell me your dog's name.
- Sorry for the late reply, I had a family dinner that never ended.
- I think the world is divided in people who like coriander and people who are right.
- In 2010 2012 2015 and 2018 I lived in four different countries.
- Looking for something serious, no games, but with a lot of laughing.
- My room number was 404, of course nobody found me.
- Have you seen the new Almodovar? I cried twice, three times if you count the ads.
- How long have you been on here? I'm new, two days exactly.
- I send you a smile from a rainy bus stop.
- My sister says I should be brave and write first. So: hello!
- I live at number 221, but not on Baker Street.
- Honestly I don't like the apps where everybody wants your number after one minute.
- I'm on a diet, 82.5 kg down from 95, so no cake jokes please.
- I earn my money with wood: I build tables.
- Your taste in music is wonderful, we should swap playlists some day.
- Is that really you on the surfboard? Respect.
- I used to work for Facebook, now I make cheese. Long story.
- One two three go, tell me something nobody knows about you.
- The best pizza is at Franco's, corner of 5th and 12th, open until 23.00.
- I'm not good at this, but you seem kind.
- What does a perfect Sunday look like for you?
- I'd love to hear about your trip to Japan, I go in April.
+ Hey dear, write me on WhatsApp +44 7911 123456
+ I am not often here, add me on telegram @lucy_sweet22
+ my number is 07911 123 456 text me
+ See my private pics at www.hot-lucy.xyz
+ Contact me on my email lucy.sweet at gmail dot com
+ lucyrose1990@hotmail.com write me there honey
+ check this out https://bit.ly/3xYzAbC
+ Im on kik: lucyrose22
+ Do you have WhatsApp? It is easier for me
+ zero seven nine one one, one two three, four five six call me
+ w h a t s a p p me +447911123456
+ my wh4tsapp is o7911 l23456
+ Add my snap lucy.rose99 I reply faster
+ hello sexy, visit date-girls.club for my live cam
+ text me on tеlegram (lucyy22)
+ message me on Insta: lucy__rose
+ Here is my line id lucyrose, add me
+ This site is slow, we continue on hangouts, lucyrosee@gmail.com
+ I make 500 a day with crypto, look at btc-profit.top and join
+ ring me, 0 7 9 1 1 1 2 3 4 5 6
+ My viber 00447911123456
+ you can find me on facebook as Lucy Rosewood, add me
+ seven nine double one 123 then 456, that's where you reach me
+ go to lucycam dot com and type my name
+ let's talk on signal, +1 (202) 555-0143
# it
- Ciao! Che bella la foto sul lago, è il Garda?
- Buonasera, sono Marco, 41 anni, due figli e un cane rumoroso.
- Hai scritto che ami il mare: d'estate o anche d'inverno?
- Anche a me piace cucinare, la mia specialità è la carbonara (senza panna!).
- Sono alto 1.82 e peso 78 kg, così l'ho detto subito :)
- Come stai? Giornata lunga?
- Vivo a Bologna dal 2008 e ancora mi perdo sotto i portici.
- Ho un solo difetto: canto in macchina.Ma bene eh.
- Preferisco parlare qui per ora, senza fretta.
- Non uso Facebook e nemmeno Instagram, sono all'antica.
- Per WhatsApp è ancora presto, conosciamoci qui prima
- Il mio compleanno è il 24/08/1979, vergine ascendente disastro.
- Ci sono tre cose che amo: il caffè, il silenzio e i libri usati.
- Sabato alle 20.30 suona un gruppo jazz in piazza, ti piace il genere?
- Hai un sorriso che mette allegria.
- Da bambino abitavo al numero 15, scala 2, interno 7.
- Lavoro in ospedale, turni di 12 ore, quindi rispondo quando posso.
- Ti piace di più la montagna o il mare? Attenta, è una domanda seria.
- Ho corso la maratona di Roma in 4:12:33, pettorale 10482.
- Mi ha fatto ridere la tua descrizione, soprattutto la parte sul gatto.
- Scusa il ritardo, cena di famiglia infinita.
- Cerco una relazione seria, niente giochi.
- Nel 1998 2002 2006 ho visto tutti i mondiali al bar di mio zio.
- Che libro stai leggendo adesso?
- Mia sorella dice che devo essere coraggioso, quindi: ciao!
- Ho pagato il divano 1.250 euro e il cane lo ha mangiato in un giorno.
- Oggi a Torino piove, ma ho fatto la torta di mele.
- Da quanto tempo sei qui? Io da due giorni, mi sento un principiante.
- Sei vera? Scusa, dopo tanti profili strani chiedo sempre.
- Che lavoro fai? Io restauro mobili.
- La linea del tram è ferma, arrivo a casa tardi, scrivo stasera.
- Ho visto che sei di Lecce, città bellissima.
- Uno due tre stella! Ci giocavi anche tu?
- Non mi piace chi chiede il numero dopo un minuto.
- Mi piacerebbe sapere di più del tuo viaggio in Perù.
- Se potessi partire domani, dove andresti?
- Ho 52 anni, divorziato, due figlie grandi, un orto enorme.
- Suono il basso in un gruppo di amici, male ma con passione.
- Il telegramma che mio nonno mandò a mia nonna è ancora in cornice.
- Guadagno poco ma rido tanto.
- Tu sei più da pizza o da sushi?
- Abbiamo tre interessi in comune, non male.
- Quanti anni ha il tuo cane? Il mio ne ha 13 e dorme sempre.
- Grazie per il like, mi ha rallegrato la mattina.
- Mi sono iscritto per curiosità, poi ho visto la tua foto.
+ Ciao tesoro scrivimi su WhatsApp 333 1234567
+ il mio numero è 347/12.34.567 chiamami
+ aggiungimi su telegram @giulia_bella
+ tre quattro sette uno due tre quattro cinque sei sette, aspetto
+ scrivimi a giulia.rossi@libero.it
+ giulia chiocciola gmail punto com
+ guarda le mie foto su www.giulia-hot.com
+ qui non ci sono mai, mi trovi su insta giulia__bella
+ hai whatsapp? così ci sentiamo meglio
+ whatsap tre tre tre 12 34 567
+ clicca qui https://tinyurl.com/abc123 per le mie foto
+ Вellissimo, il mio wһatsapp è +39 347 1234567
+ vieni su incontri-veri.club, registrazione gratis
+ ti do il mio telefono: 0039 347 1234 567
+ contattami su messenger, mi chiamo Giulia Bianchi Rossi
+ t e l e g r a m : giuliabella
+ il mio snap è giuly.99
+ mandami una mail giulia90@hotmail.it
+ zero tre quattro sette, uno uno due, tre tre quattro cinque
+ su viber mi trovi col 3471234567
+ preferisco signal, aggiungimi 347 123 4567
+ guadagno 300 euro al giorno con bitcoin, scopri come su soldi-facili.info
+ non scrivo qui, la mia mail: giulia (at) outlook (punto) it
+ instagram: bella.giulia90 seguimi
+ 3️⃣4️⃣7️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣ ti aspetto
# de
- Hallo! Dein Foto am See ist wunderschön, ist das der Bodensee?
- Hey, ich bin 38, 1,84 m groß und kann keinen Reis kochen.
- Guten Abend, wie war dein Tag?
- Du schreibst, du magst Jazz. Kennst du das Unterfahrt?
- Ich habe zwei Kinder (7 und 9) und einen alten Hund.
- Wohne seit 2011 in Leipzig und verlaufe mich immer noch.
- Mein Geburtstag ist der 03.11.1985, Skorpion, aber nett.
- Ich bin gerne draußen.Im Winter auch.
- Lass uns erst mal hier schreiben, ok?
- Ich habe Instagram gelöscht und vermisse nichts.
- WhatsApp möchte ich erst später, ich hoffe das ist in Ordnung.
- Magst du lieber Berge oder Meer?
- Am Samstag um 19:30 Uhr spielt eine Band im Park, Lust?
- Ich arbeite im Schichtdienst, deshalb antworte ich manchmal nachts.
- Dein Lächeln ist ansteckend.
- Was liest du gerade?
- Ich lief den Marathon in 3:59:58, Startnummer 20417.
- Wir waren zu viert: ein Bruder, zwei Schwestern und ich, drei Zimmer.
- Kein Signal im Tunnel, jetzt bin ich wieder da!
- Ich suche etwas Ernstes, ohne Spielchen.
- 2006 2010 2014 habe ich jede WM in einer anderen Stadt gesehen.
- Meine Schwester sagt, ich soll mutig sein. Also: Hallo!
- Das Sofa hat 1.499 Euro gekostet und die Katze liebt den Karton.
- Wie lange bist du schon hier? Ich erst zwei Tage.
- Entschuldige die späte Antwort, Familienfeier.
- Du hast einen tollen Musikgeschmack!
- Welche Serie kannst du empfehlen?
- Ich wohne in der Nummer 17, dritter Stock, ohne Aufzug.
- Ich mag es nicht, wenn jemand nach einer Minute die Nummer will.
- Kaffee oder Tee? Das ist entscheidend.
- Danke für dein Like, das hat meinen Morgen gerettet.
- Bist du echt? Ich frage inzwischen immer, sorry.
- Ich baue Möbel aus alten Balken.
- Eins zwei drei, wer zuerst lacht!
- Bei uns regnet es seit Tagen, und bei dir?
- Ich würde gern mehr über deine Reise nach Japan hören.
- Früher habe ich bei Facebook gearbeitet, heute mache ich Käse.
- Welcher Ort in Hamburg ist dein liebster?
- Ich bin nicht gut im ersten Schreiben, aber du wirkst nett.
- Hast du am Wochenende etwas Schönes vor?
- Mein Hund ist 13, taub und der Chef.
- Pizza mit Ananas: ja oder nein?
- 25 km Radfahren, dann Kuchen: mein perfekter Sonntag.
- Ich verdiene mein Geld mit Holz.
- Schön, dass du auch gern wanderst.
+ Hallo Schatz, schreib mir auf WhatsApp 0151 23456789
+ meine Nummer: +49 (0)151 / 234 567 89
+ add mich auf Telegram @anna_suess
+ null eins fünf eins zwei drei vier fünf sechs sieben acht
+ schreib mir an anna.suess@web.de
+ anna punkt suess ät gmail punkt com
+ meine Bilder findest du auf www.heisse-anna.com
+ Bin selten hier, hast du WhatsApp?
+ insta: anna__suess
+ klick hier http://bit.ly/anna123
+ w.h.a.t.s.a.p.p. 0 1 5 1 2 3 4 5 6 7 8
+ ruf mich an unter nulleinsfünfeins 2345 6789
+ melde dich bei date-treff.club kostenlos an
+ Meine Email ist anna90 (at) gmx.de
+ Ich bin auf Snapchat: anna.s99
+ schreib mir lieber bei Signal, 0151-23456789
+ telеgram annasuess
+ mit Bitcoin verdiene ich 400 am Tag, schau auf krypto-gewinn.top
+ 0I51 2З45 67B9 ruf an
+ lass uns auf Hangouts schreiben, annasuess90@gmail.com
+ mein kik ist annasuess
+ füg mich bei Facebook hinzu, Anna Süß aus Köln
+ besuche annacam punkt com
+ 0151/2345 sechs sieben acht neun
+ Du findest mich bei Viber unter 015123456789
# es
- ¡Hola! Me encanta tu foto en la playa, ¿es Cádiz?
- Buenas noches, soy Javier, 39 años, dos hijos y poca paciencia.
- ¿Qué tal tu día?
- Dices que te gusta el jazz, ¿conoces el Café Central?
- Mido 1,78 y cocino fatal, ya lo sabes.
- Vivo en Valencia desde 2012 y aún me pierdo.
- Estoy bien.Es un día bonito.
- Prefiero hablar por aquí primero, sin prisas.
- Ya no uso Instagram ni Facebook, vivo mejor.
- WhatsApp más adelante, mejor nos conocemos aquí
- Mi cumpleaños es el 14/02/1983, sí, San Valentín.
- Tengo tres gatos, dos plantas y un sofá.
- El sábado a las 21:30 hay un concierto en la plaza.
- Trabajo de noche en un hospital, por eso contesto tarde.
- Tienes una sonrisa preciosa.
- ¿Qué libro estás leyendo?
- Corrí el maratón en 3:47:12 con el dorsal 18344.
- ¿Mar o montaña? Piénsalo bien.
- Busco algo serio, sin juegos.
- En 2010 2014 2018 vi todos los mundiales con mi abuelo.
- Mi hermana dice que sea valiente, así que: ¡hola!
- El punto es que me gusta cómo escribes.
- Se cortó la línea en el túnel, ya estoy.
- Perdona la tardanza, cena familiar eterna.
- ¿Cuánto tiempo llevas aquí? Yo dos días.
- Pagué 1.200 euros por una bici y me la robaron al mes.
- Vivo en el número 45, tercero izquierda, sin ascensor.
- No me gusta que pidan el número al minuto.
- ¿Café o té?
- Gracias por tu like, me alegró la mañana.
- ¿Eres de verdad? Perdona, siempre pregunto.
- Hago muebles con madera vieja.
- Un dos tres, ¡pollito inglés! ¿Jugabas?
- Aquí llueve desde hace días, ¿y allí?
- Cuéntame de tu viaje a Perú.
- Antes trabajaba en Facebook y ahora hago queso.
- No sé empezar bien, pero pareces amable.
- ¿Planes para el fin de semana?
- Mi perro tiene 13 años y manda en casa.
- Tortilla con o sin cebolla, cuidado con la respuesta.
- Domingo perfecto: 20 km en bici y churros.
- Gano poco pero me río mucho.
- Me gusta que también hagas senderismo.
- Tengo 51 años, divorciada, dos hijas mayores.
- Si pudieras viajar mañana, ¿adónde irías?
+ Hola cariño, escríbeme al WhatsApp 612 345 678
+ mi número es +34 612-34-56-78 llámame
+ agrégame en telegram @lucia_linda
+ seis uno dos tres cuatro cinco seis siete ocho
+ mándame un correo a lucia.linda@gmail.com
+ lucia arroba hotmail punto com
+ mira mis fotos en www.lucia-caliente.com
+ no entro mucho, ¿tienes WhatsApp?
+ mi insta es lucia__linda
+ pincha aquí https://cutt.ly/abc12
+ guasap seis doce 34 56 78
+ w h a t s a p p 6 1 2 3 4 5 6 7 8
+ entra en citas-calientes.club
+ mi telf: 0034612345678
+ búscame en facebook, Lucía Linda Pérez
+ Тelegram lucialinda
+ snapchat lucy.99 agrégame
+ escríbeme por signal 612345678
+ gano 300 al día con criptomonedas, entra en dinero-facil.info
+ lucia90 (arroba) outlook (punto) es
+ mejor por viber 612345678
+ mi correo lucia90@yahoo.es
+ llama al 6 1 2, 3 4 5, 6 7 8
+ hablamos por hangouts lucialinda90@gmail.com
+ instagram lucia.linda90, sígueme
# fr
- Coucou ! Ta photo en montagne est superbe, c'est le Mont Blanc ?
- Bonsoir, je suis Paul, 42 ans, deux enfants, un chat tyrannique.
- Comment s'est passée ta journée ?
- Tu aimes le jazz ? Tu connais le Duc des Lombards ?
- Je mesure 1m82 et je cuisine mal.
- J'habite Lyon depuis 2013 et je me perds encore.
- C'est bien.Et toi ?
- Je préfère parler ici d'abord, sans se presser.
- J'ai supprimé Instagram, ça fait du bien.
- Pas de WhatsApp pour l'instant, faisons connaissance ici
- Mon anniversaire est le 21/06/1981, le jour de la musique.
- J'ai trois chats, deux plantes et un canapé.
- Samedi à 20h30 il y a un concert au parc.
- Je travaille de nuit à l'hôpital, je réponds tard.
- Tu as un joli sourire.
- Quel livre lis-tu en ce moment ?
- J'ai couru le marathon en 3:52:41, dossard 27815.
- Mer ou montagne ? Réfléchis bien.
- Je cherche une histoire sérieuse, pas de jeux.
- En 1998 2006 et 2018 j'ai pleuré devant la télé.
- Ma sœur me dit d'être courageux, alors : bonjour !
- Le point est que j'aime ta façon d'écrire.
- Plus de signal dans le tunnel, me revoilà.
- Désolé du retard, dîner de famille sans fin.
- Depuis quand es-tu ici ? Moi depuis deux jours.
- J'ai payé mon vélo 1 200 euros et on me l'a volé.
- J'habite au 45, troisième étage sans ascenseur.
- Je n'aime pas qu'on demande le numéro au bout d'une minute.
- Thé ou café ?
- Merci pour ton like, ça m'a fait plaisir.
- Tu es réelle ? Pardon, je demande toujours.
- Je fabrique des meubles en vieux bois.
- Un deux trois soleil ! Tu y jouais ?
- Il pleut ici depuis des jours, et chez toi ?
- Raconte-moi ton voyage au Pérou.
- Avant je travaillais chez Facebook, maintenant je fais du fromage.
- Je ne sais pas commencer, mais tu as l'air gentille.
- Des projets pour le week-end ?
- Mon chien a 13 ans et commande tout.
- Pain au chocolat ou chocolatine ?
- Dimanche parfait : 20 km à vélo puis une tarte.
- Je gagne peu mais je ris beaucoup.
- J'aime que tu fasses aussi de la randonnée.
- J'ai 51 ans, divorcée, deux grandes filles.
- Si tu pouvais partir demain, où irais-tu ?
+ Coucou chéri, écris-moi sur WhatsApp 06 12 34 56 78
+ mon numéro : +33 6 12 34 56 78
+ ajoute-moi sur telegram @lea_douce
+ zéro six douze trente-quatre cinquante-six soixante-dix-huit
+ écris à lea.douce@orange.fr
+ lea arobase gmail point com
+ mes photos sur www.lea-coquine.com
+ je viens peu ici, tu as WhatsApp ?
+ mon insta c'est lea__douce
+ clique ici https://bit.ly/lea12
+ watsapp zéro six 12 34 56 78
+ t e l e g r a m leadouce
+ inscris-toi sur rencontre-libre.club
+ mon tel 0033612345678
+ cherche-moi sur facebook, Léa Douce Martin
+ wһatsapp +33612345678
+ snap : lea.99 je réponds vite
+ plutôt sur signal 0612345678
+ je gagne 300 par jour avec le bitcoin, regarde argent-facile.info
+ lea90 (at) hotmail (point) fr
+ sur viber au 06.12.34.56.78
+ mon mail lea90@yahoo.fr
+ appelle 0 6, 1 2, 3 4, 5 6, 7 8
+ parlons sur hangouts leadouce90@gmail.com
+ instagram lea.douce90, suis-moi
# nl
- Hoi! Wat een mooie foto aan zee, is dat Zandvoort?
- Goedenavond, ik ben Bas, 40 jaar, twee kinderen en een luie hond.
- Hoe was je dag?
- Je houdt van jazz? Ken je het Bimhuis?
- Ik ben 1,86 en kan geen rijst koken.
- Ik woon sinds 2014 in Utrecht en verdwaal nog steeds.
- Ik vind het leuk.En jij?
- Laten we eerst hier praten, geen haast.
- Ik heb Instagram verwijderd, heerlijk rustig.
- Nog even geen WhatsApp, eerst hier kennismaken
- Ik ben jarig op 05-12-1984, pakjesavond dus.
- Drie katten, twee planten en één bank.
- Zaterdag om 20:30 speelt er een band in het park.
- Ik werk nachtdiensten in het ziekenhuis, dus ik antwoord laat.
- Je hebt een mooie lach.
- Welk boek lees je nu?
- Ik liep de marathon in 3:55:19 met nummer 12984.
- Zee of bergen? Denk goed na.
- Ik zoek iets serieus, geen spelletjes.
- In 1998 2010 en 2014 zat ik huilend voor de tv.
- Mijn zus zegt dat ik dapper moet zijn, dus: hallo!
- Het punt is dat ik je manier van schrijven leuk vind.
- Geen signaal in de tunnel, ik ben er weer.
- Sorry voor het late antwoord, familie-etentje.
- Hoe lang zit je hier al? Ik twee dagen.
- Mijn fiets kostte 1.200 euro en is na een maand gestolen.
- Ik woon op nummer 45, drie hoog zonder lift.
- Ik hou er niet van als iemand na een minuut je nummer wil.
- Koffie of thee?
- Dank je voor je like, dat maakte mijn ochtend goed.
- Ben je echt? Sorry, ik vraag het altijd.
- Ik maak meubels van oud hout.
- Een twee drie, wie het eerst lacht!
- Het regent hier al dagen, bij jou ook?
- Vertel eens over je reis naar Peru.
- Vroeger werkte ik bij Facebook, nu maak ik kaas.
- Ik ben niet goed in beginnen, maar je lijkt me aardig.
- Plannen voor het weekend?
- Mijn hond is 13 en de baas.
- Drop: zoet of zout?
- Perfecte zondag: 25 km fietsen en dan appeltaart.
- Ik verdien weinig maar lach veel.
- Leuk dat jij ook wandelt.
- Ik ben 51, gescheiden, twee grote dochters.
- Als je morgen kon vertrekken, waarheen dan?
+ Hoi schat, app me op WhatsApp 06 12345678
+ mijn nummer is +31 6 1234 5678
+ voeg me toe op telegram @sanne_lief
+ nul zes een twee drie vier vijf zes zeven acht
+ mail me op sanne.lief@ziggo.nl
+ sanne apenstaartje gmail punt com
+ mijn foto's staan op www.sanne-heet.com
+ ik ben hier weinig, heb je WhatsApp?
+ mijn insta is sanne__lief
+ klik hier https://bit.ly/sanne1
+ watsapp nul zes 12 34 56 78
+ t e l e g r a m sannelief
+ meld je aan op date-vrij.club
+ bel 0031612345678
+ zoek me op facebook, Sanne Lief de Vries, voeg me toe
+ wһatsapp +31612345678
+ snap: sanne.99 ik reageer snel
+ liever via signal 0612345678
+ ik verdien 300 per dag met bitcoin, kijk op snel-geld.info
+ sanne90 (at) hotmail (punt) nl
+ op viber via 06-12345678
+ mijn mail sanne90@outlook.com
+ bel 0 6, 1 2 3 4, 5 6 7 8
+ laten we op hangouts praten sannelief90@gmail.com
+ instagram sanne.lief90, volg me
# pl
- Cześć! Piękne zdjęcie znad morza, to Sopot?
- Dobry wieczór, jestem Tomek, 41 lat, dwoje dzieci i leniwy pies.
- Jak minął dzień?
- Lubisz jazz? Znasz klub Harenda?
- Mam 184 cm i nie umiem gotować ryżu.
- Mieszkam we Wrocławiu od 2009 i wciąż się gubię.
- Jest dobrze.A u ciebie?
- Wolę najpierw pogadać tutaj, bez pośpiechu.
- Usunęłam Instagram i mam święty spokój.
- Na WhatsApp jeszcze za wcześnie, poznajmy się tutaj
- Urodziny mam 06.12.1982, w Mikołajki.
- Trzy koty, dwie rośliny i jedna kanapa.
- W sobotę o 20:30 gra zespół w parku.
- Pracuję na noce w szpitalu, więc odpisuję późno.
- Masz piękny uśmiech.
- Jaką książkę teraz czytasz?
- Przebiegłem maraton w 3:49:55, numer 11873.
- Morze czy góry? Pomyśl dobrze.
- Szukam czegoś poważnego, bez gierek.
- W 2012 2016 i 2021 oglądałem wszystkie mecze z dziadkiem.
- Siostra mówi, że mam być odważny, więc: cześć!
- Brak sygnału w tunelu, już jestem.
- Przepraszam za późną odpowiedź, rodzinny obiad.
- Długo tu jesteś? Ja dwa dni.
- Za rower dałem 5.200 zł i po miesiącu ukradli.
- Mieszkam pod numerem 45, trzecie piętro bez windy.
- Nie lubię, gdy ktoś po minucie chce numer.
- Kawa czy herbata?
- Dzięki za lajka, poprawił mi poranek.
- Jesteś prawdziwa? Wybacz, zawsze pytam.
- Robię meble ze starego drewna.
- Raz dwa trzy, kto pierwszy się zaśmieje!
- U nas pada od tygodnia, a u ciebie?
- Opowiedz o podróży do Peru.
- Kiedyś pracowałem w Facebooku, teraz robię sery.
- Nie umiem zaczynać, ale wydajesz się miła.
- Plany na weekend?
- Mój pies ma 13 lat i rządzi.
- Pierogi ruskie czy z mięsem?
- Idealna niedziela: 25 km rowerem i szarlotka.
- Zarabiam mało, ale dużo się śmieję.
- Fajnie, że też chodzisz po górach.
- Mam 51 lat, rozwiedziona, dwie dorosłe córki.
- Gdybyś mogła jutro wyjechać, to dokąd?
- Podoba mi się, jak piszesz.
+ Hej kochanie, napisz na WhatsApp 512 345 678
+ mój numer +48 512-345-678
+ dodaj mnie na telegramie @kasia_slodka
+ pięć jeden dwa trzy cztery pięć sześć siedem osiem
+ napisz na kasia.slodka@wp.pl
+ kasia małpa gmail kropka com
+ moje zdjęcia na www.kasia-goraca.com
+ rzadko tu jestem, masz WhatsApp?
+ mój insta to kasia__slodka
+ kliknij tutaj https://bit.ly/kasia1
+ łatsap pięć jeden dwa 345 678
+ t e l e g r a m kasiaslodka
+ zarejestruj się na randki-free.club
+ tel 0048512345678
+ znajdź mnie na facebooku, Kasia Słodka Nowak, dodaj mnie
+ wһatsapp +48512345678
+ snap: kasia.99 szybciej odpisuję
+ wolę signal 512345678, napisz
+ zarabiam 300 dziennie na bitcoinach, zobacz szybka-kasa.info
+ kasia90 (at) o2 (kropka) pl
+ na viberze pod 512 34 56 78
+ mój mail kasia90@interia.pl
+ dzwoń 5 1 2, 3 4 5, 6 7 8
+ pogadajmy na hangouts kasiaslodka90@gmail.com
+ instagram kasia.slodka90, obserwuj
`
