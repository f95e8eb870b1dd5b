import type { Words } from './words.ts'

export const english: Words = {
  openers: [
    'I live in {city} and work as a {job}.',
    '{city} born and raised, and still finding new corners of it.',
    'By day I am a {job}; by evening I am usually outdoors.',
    'Moved to {city} for a year. That was a while ago.',
    'A {job} with a soft spot for old bookshops and new places.',
    'Quiet at first, then hard to stop. I work as a {job} and like it.',
    '{city}, a small kitchen, a long table and room for friends.',
    'Friends would say: kind, stubborn, always five minutes early.',
  ],
  jobs: [
    'nurse',
    'teacher',
    'carpenter',
    'graphic designer',
    'vet',
    'chef',
    'librarian',
    'physiotherapist',
    'sound engineer',
    'journalist',
    'gardener',
    'civil engineer',
  ],
  interests: {
    travelling: [
      'Slow trains and window seats are my idea of a holiday.',
      'There is always a map open somewhere in my home.',
    ],
    cooking: ['I cook too much on Sundays, so come hungry.', 'My lasagne has its own fan club of four.'],
    hiking: ['Most weekends you will find me up a hill with a flask.', 'I like long walks, muddy ones included.'],
    reading: ['I read crime novels and guess wrong every time.'],
    music: ['Small venues and live bands beat a night on the sofa.', 'I play the guitar, mostly when nobody listens.'],
    movies: ['I stay for the credits. All of them.'],
    animals: ['My dog picks our route, I only hold the lead.', 'I share a flat with a cat who pays no rent.'],
    beach: ['I swim in the sea from May, brave or foolish.'],
    photography: ['I take photos of doors. There are a lot of good doors.'],
    dancing: ['I dance badly and happily.'],
    wine: ['A glass of red and a long talk will do nicely.'],
    coffee: ['I know where the good coffee is.'],
    biking: ['My bike takes me everywhere, rain or shine.'],
    gardening: ['I grow tomatoes on a balcony that is far too small.'],
    theater: ['I love the hush just before a play begins.'],
    sports: ['Five-a-side on Tuesdays, sore knees on Wednesdays.'],
    art: ['I do one room of a museum at a time.'],
    tea: ['Tea first, then everything else.'],
    foodie: ['I will cross town for a good bowl of noodles.'],
  },
  closers: [
    'Looking for someone to talk to properly. The rest will follow.',
    'Tell me about your day. Small stories are the best ones.',
    'No hurry. Kindness first.',
    'If you can laugh at bad weather, we will get on.',
    'A good friendship would be lovely, and I would not mind more.',
    'Say hello and tell me your favourite place.',
    'I would like to meet someone curious and down to earth.',
    'Ask me about my worst holiday. It is a good story.',
  ],
  talks: [
    `- Hi {name}! How do you like living in {city}?
     = Hi! I love it, apart from the rain sideways.
     - Sideways rain builds character, they say.
     = Then I have plenty of it by now. What about you?
     - More of an umbrella optimist. I carry one and hope.
     = Ha! So what do you do on a dry day?
     - Walk until I find a bakery. Then walk home the long way.
     = That is a very good plan for a Sunday.`,
    `- Your profile made me smile, so I had to say hello.
     = Hello! Which part of it?
     - The whole of it. What are you reading at the moment?
     = A mystery set on an island. Everybody has a boat and a motive.
     - And who did it?
     = I suspect the postman. I always suspect the postman.
     - Keep me posted, then.`,
    `- Important question: sweet or savoury for breakfast?
     = Savoury on weekdays, pancakes on Sundays.
     - That is a diplomatic answer.
     = I am a very diplomatic person before coffee. You?
     - Toast, always toast. I am easy to feed.
     = Noted!`,
    `- How was your day, {name}?
     = Long, but I am on the sofa with a blanket now. Yours?
     - Same, with more meetings and less blanket.
     = Sounds like you have earned a proper dinner.
     - I am making a curry from my neighbour’s recipe.
     = Is it a secret recipe?
     - So secret that half of it is missing.`,
    `- What was the last concert you went to?
     = A jazz trio in a tiny cellar. Maybe twenty people.
     - Those are the best ones.
     = You could hear the drummer count. Do you play anything?
     - Guitar, when the neighbours are away.
     = Lucky or unlucky neighbours?
     - That depends on the song.`,
    `- May I ask you something a bit odd?
     = Those are the best questions.
     - If you could leave tomorrow: night train or ferry?
     = Night train, window seat, no doubt about it.
     - Same here. Where to?
     = Anywhere with mountains in the morning.
     - I will bring the sandwiches.`,
    `- Hi {name}! I read your profile twice.
     = Thanks for writing. I was not sure anyone reads the texts.
     - I do. Yours sounded like a real person.
     = I am fairly sure I am one. What brings you here?
     - Good conversation, mostly. And you?
     = The same. Let us see how it goes.`,
    `- Do you have a favourite walk around {city}?
     = Along the water, just before sunset. You?
     - Up any hill that has a bench at the top.
     = A bench collector. I like it.
     - I could write a guidebook. A very short one.`,
  ],
  meetings: [
    `- There is a second-hand book market on Saturday. Do you ever go?
     = Every time. I leave with three books and no regrets.
     - I will be there around eleven. Coffee nearby, if you like?
     = I would like that. Somewhere busy, with cake.
     - Deal. I will bring my list of impossible titles.
     = And I will bring the big bag. See you Saturday!`,
    `- I really like your profile. Fancy an ice cream on Sunday?
     = I do. Is pistachio allowed?
     - Pistachio is encouraged.
     = Then five o’clock by the fountain?
     - Perfect. I will be the one in the green scarf.
     = I will be the one five minutes late on a bike.`,
    `- There is a photo exhibition on until the end of the month.
     = I wanted to see that! Is it open in the evenings?
     - Thursdays until ten. Shall we?
     = Thursday works. Meet at the entrance at eight?
     - Eight it is.`,
  ],
}
