/** The answers of seeded members to the prompts of a profile [PROF-15]: each completes the sentence `profile.prompt_<name>`. */
import type { PromptName } from '#contract/entities/prompts.ts'
import type { Locale } from '#contract/locales.ts'

export const PROMPT_ANSWERS: Record<Locale, Record<PromptName, readonly string[]>> = {
  en: {
    sunday: [
      'starts late, with pancakes, and has no plan after that.',
      'is a long walk, a longer lunch, and a film I have seen four times.',
      'has a market, far too many peaches, and somebody to eat them with.',
      'is the one where nobody asks what time it is.',
    ],
    dinner: [
      'I bring dessert, and I wash up. In that order.',
      'ask me about the soup that set off the fire alarm.',
      'I eat everything except olives. I have tried eleven times.',
      'be warned: I stay for the second coffee.',
    ],
    laugh: [
      'my own jokes, usually before the end.',
      'dogs in raincoats. They look so betrayed.',
      'people who wave back at somebody behind me. I am those people.',
      'instructions that begin with "simply".',
    ],
    learning: [
      'bake bread that is not a paperweight.',
      'play the ukulele. My neighbours are being very brave.',
      'say no on Mondays and yes on Fridays.',
      'swim the crawl without drinking half the pool.',
    ],
    place: [
      'the bench where the sun stays longest.',
      'a bakery that sells out at nine, so set an alarm.',
      'the roof nobody locks, and the whole city at dusk.',
      'the bookshop with the cat that chooses for you.',
    ],
    small: [
      'the first coffee, when the house is still quiet.',
      'a message that starts with "guess what".',
      'finding a coin in last winter’s coat.',
      'a green light all the way home.',
    ],
  },
  it: {
    sunday: [
      'comincia tardi, con i pancake, e poi nessun programma.',
      'è una lunga passeggiata, un pranzo ancora più lungo e un film che so a memoria.',
      'ha il mercato, troppe pesche e qualcuno con cui mangiarle.',
      'è quella in cui nessuno chiede che ore sono.',
    ],
    dinner: [
      'porto il dolce e lavo i piatti. In quest’ordine.',
      'chiedimi della zuppa che ha fatto scattare l’allarme.',
      'mangio tutto tranne le olive. Ci ho provato undici volte.',
      'ti avverto: resto fino al secondo caffè.',
    ],
    laugh: [
      'racconto una barzelletta: rido sempre prima della fine.',
      'vedo un cane con l’impermeabile. Che faccia offesa.',
      'saluto qualcuno che salutava la persona dietro di me.',
      'le istruzioni cominciano con «basta semplicemente».',
    ],
    learning: [
      'fare un pane che non sia un fermacarte.',
      'suonare l’ukulele. I vicini sono molto coraggiosi.',
      'dire di no il lunedì e di sì il venerdì.',
      'nuotare a stile libero senza bere mezza piscina.',
    ],
    place: [
      'vedere la panchina dove il sole resta più a lungo.',
      'prendere i cornetti dove alle nove sono già finiti: metti la sveglia.',
      'guardare il tramonto dal tetto che nessuno chiude a chiave.',
      'curiosare nella libreria dove il libro te lo sceglie il gatto.',
    ],
    small: [
      'il primo caffè, quando la casa è ancora in silenzio.',
      'un messaggio che comincia con «non ci crederai».',
      'una moneta nel cappotto dell’inverno scorso.',
      'tutti i semafori verdi fino a casa.',
    ],
  },
  de: {
    sunday: [
      'beginnt spät, mit Pfannkuchen, und danach ist nichts geplant.',
      'ist ein langer Spaziergang, ein noch längeres Essen und ein Film, den ich auswendig kann.',
      'hat einen Markt, viel zu viele Pfirsiche und jemanden, der mitisst.',
      'ist der, an dem niemand fragt, wie spät es ist.',
    ],
    dinner: [
      'bringe ich den Nachtisch mit und spüle ab. In dieser Reihenfolge.',
      'frag nach der Suppe, die den Feueralarm ausgelöst hat.',
      'esse ich alles außer Oliven. Elfmal versucht.',
      'sei gewarnt: Ich bleibe bis zum zweiten Kaffee.',
    ],
    laugh: [
      'meine eigenen Witze, meistens vor der Pointe.',
      'Hunde im Regenmantel. Dieser beleidigte Blick.',
      'mich selbst, wenn ich jemandem zurückwinke, der gar nicht mich meint.',
      'Anleitungen, die mit „einfach nur“ beginnen.',
    ],
    learning: [
      'Brot backen, das kein Briefbeschwerer wird.',
      'Ukulele. Meine Nachbarn sind sehr tapfer.',
      'montags Nein zu sagen und freitags Ja.',
      'kraulen, ohne das halbe Becken zu trinken.',
    ],
    place: [
      'die Bank, auf der die Sonne am längsten bleibt.',
      'eine Bäckerei, die um neun ausverkauft ist. Stell den Wecker.',
      'das Dach, das niemand abschließt, und die Stadt am Abend.',
      'den Buchladen, in dem die Katze für dich aussucht.',
    ],
    small: [
      'der erste Kaffee, solange es im Haus noch still ist.',
      'eine Nachricht, die mit „rate mal“ anfängt.',
      'eine Münze im Mantel vom letzten Winter.',
      'grüne Welle bis nach Hause.',
    ],
  },
  fr: {
    sunday: [
      'commence tard, avec des crêpes, et rien de prévu ensuite.',
      'c’est une longue balade, un déjeuner encore plus long et un film que je connais par cœur.',
      'c’est le marché, beaucoup trop de pêches et quelqu’un pour les partager.',
      'c’est celui où personne ne demande l’heure.',
    ],
    dinner: [
      'j’apporte le dessert et je fais la vaisselle. Dans cet ordre.',
      'demande-moi l’histoire de la soupe qui a déclenché l’alarme.',
      'je mange de tout sauf des olives. Onze essais.',
      'attention : je reste jusqu’au deuxième café.',
    ],
    laugh: [
      'mes propres blagues, souvent avant la fin.',
      'la tête des chiens en imperméable.',
      'moi, quand je réponds à un signe qui n’était pas pour moi.',
      'toutes les notices qui commencent par « il suffit de ».',
    ],
    learning: [
      'faire un pain qui ne serve pas de presse-papiers.',
      'jouer du ukulélé. Mes voisins ont du courage.',
      'dire non le lundi et oui le vendredi.',
      'nager le crawl sans boire la moitié du bassin.',
    ],
    place: [
      'le banc où le soleil reste le plus longtemps.',
      'une boulangerie qui n’a plus rien à neuf heures. Mets le réveil.',
      'le toit que personne ne ferme, et la ville au crépuscule.',
      'la librairie où c’est le chat qui choisit.',
    ],
    small: [
      'le premier café, quand la maison est encore calme.',
      'un message qui commence par « devine quoi ».',
      'une pièce dans le manteau de l’hiver dernier.',
      'tous les feux au vert jusqu’à la maison.',
    ],
  },
  es: {
    sunday: [
      'empieza tarde, con tortitas, y sin ningún plan después.',
      'es un paseo largo, una comida más larga y una película que me sé de memoria.',
      'tiene mercado, demasiados melocotones y alguien con quien comerlos.',
      'es ese en el que nadie pregunta la hora.',
    ],
    dinner: [
      'llevo el postre y friego los platos. En ese orden.',
      'pregúntame por la sopa que hizo sonar la alarma.',
      'como de todo menos aceitunas. Lo he intentado once veces.',
      'te aviso: me quedo hasta el segundo café.',
    ],
    laugh: [
      'mis propios chistes, casi siempre antes del final.',
      'los perros con impermeable. Qué cara de traición.',
      'mí, cuando saludo a quien saludaba a otra persona.',
      'las instrucciones que empiezan por «simplemente».',
    ],
    learning: [
      'hacer un pan que no sirva de pisapapeles.',
      'tocar el ukelele. Mis vecinos son muy valientes.',
      'decir que no los lunes y que sí los viernes.',
      'nadar a crol sin beberme media piscina.',
    ],
    place: [
      'el banco donde el sol se queda más tiempo.',
      'una panadería que a las nueve ya no tiene nada. Pon el despertador.',
      'la azotea que nadie cierra, y la ciudad al anochecer.',
      'la librería donde el gato elige por ti.',
    ],
    small: [
      'el primer café, con la casa todavía en silencio.',
      'un mensaje que empieza por «adivina qué».',
      'una moneda en el abrigo del invierno pasado.',
      'todos los semáforos en verde hasta casa.',
    ],
  },
  nl: {
    sunday: [
      'begint laat, met pannenkoeken, en daarna geen plannen.',
      'is een lange wandeling, een nog langere lunch en een film die ik uit mijn hoofd ken.',
      'heeft een markt, veel te veel perziken en iemand die mee-eet.',
      'is die waarop niemand vraagt hoe laat het is.',
    ],
    dinner: [
      'neem ik het toetje mee en doe ik de afwas. In die volgorde.',
      'vraag dan naar de soep die het brandalarm liet afgaan.',
      'eet ik alles behalve olijven. Elf keer geprobeerd.',
      'wees gewaarschuwd: ik blijf tot de tweede koffie.',
    ],
    laugh: [
      'mijn eigen grappen, meestal nog voor de clou.',
      'honden in een regenjas. Die beledigde blik.',
      'mezelf, als ik terugzwaai naar iemand die mij niet bedoelde.',
      'handleidingen die beginnen met ‘gewoon even’.',
    ],
    learning: [
      'brood bakken dat geen presse-papier wordt.',
      'ukelele spelen. Mijn buren zijn heel dapper.',
      'op maandag nee zeggen en op vrijdag ja.',
      'borstcrawl zwemmen zonder het halve bad leeg te drinken.',
    ],
    place: [
      'het bankje waar de zon het langst blijft.',
      'een bakker die om negen uur uitverkocht is. Zet je wekker.',
      'het dak dat niemand op slot doet, met de hele stad bij schemering.',
      'de boekwinkel waar de kat voor je kiest.',
    ],
    small: [
      'de eerste koffie, als het huis nog stil is.',
      'een bericht dat begint met ‘raad eens’.',
      'een munt in de jas van vorige winter.',
      'groen licht, helemaal tot thuis.',
    ],
  },
  pl: {
    sunday: [
      'zaczyna się późno, od naleśników, a potem nie ma planu.',
      'to długi spacer, jeszcze dłuższy obiad i film, który znam na pamięć.',
      'to targ, o wiele za dużo brzoskwiń i ktoś, z kim można je zjeść.',
      'to taka, kiedy nikt nie pyta, która godzina.',
    ],
    dinner: [
      'przyniosę deser i pozmywam. W tej kolejności.',
      'zapytaj o zupę, która włączyła alarm.',
      'zjem wszystko oprócz oliwek. Próby były, jedenaście.',
      'uprzedzam: siedzę do drugiej kawy.',
    ],
    laugh: [
      'własny żart, zwykle jeszcze przed końcem.',
      'pies w płaszczu przeciwdeszczowym. Ta obrażona mina.',
      'to, jak odmachuję komuś, kto machał do kogoś za mną.',
      'instrukcja, która zaczyna się od „wystarczy”.',
    ],
    learning: [
      'piec chleb, który nie nadaje się na przycisk do papieru.',
      'grać na ukulele. Moi sąsiedzi są bardzo dzielni.',
      'mówić „nie” w poniedziałki i „tak” w piątki.',
      'pływać kraulem i nie wypić przy tym pół basenu.',
    ],
    place: [
      'ławkę, na której słońce zostaje najdłużej.',
      'piekarnię, w której o dziewiątej nic już nie ma. Nastaw budzik.',
      'dach, którego nikt nie zamyka, i całe miasto o zmierzchu.',
      'księgarnię, w której książkę wybiera kot.',
    ],
    small: [
      'pierwsza kawa, kiedy w domu jest jeszcze cicho.',
      'wiadomość, która zaczyna się od „zgadnij co”.',
      'moneta w płaszczu z zeszłej zimy.',
      'zielone światło aż do samego domu.',
    ],
  },
}
