CREATE TABLE `cases` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`opened_at` integer NOT NULL,
	`staff` integer,
	`claimed_until` integer,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cases_open` ON `cases` (`subject`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `cases_subject` ON `cases` (`subject`,`id`);--> statement-breakpoint
CREATE TABLE `evidence` (
	`letter` integer PRIMARY KEY NOT NULL,
	`member` integer NOT NULL,
	`taken_at` integer NOT NULL,
	`held_until` integer NOT NULL,
	`legal_hold` integer DEFAULT false NOT NULL,
	`profile` text NOT NULL,
	`messages` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `evidence_member` ON `evidence` (`member`);--> statement-breakpoint
CREATE INDEX `evidence_held` ON `evidence` (`held_until`);--> statement-breakpoint
CREATE TABLE `evidence_photos` (
	`letter` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`letter`, `hash`)
);
--> statement-breakpoint
CREATE INDEX `evidence_photos_hash` ON `evidence_photos` (`hash`);--> statement-breakpoint
CREATE TABLE `identity_marks` (
	`kind` text NOT NULL,
	`hash` text NOT NULL,
	`member` integer NOT NULL,
	`decision` integer,
	`at` integer NOT NULL,
	PRIMARY KEY(`kind`, `hash`, `member`)
);
--> statement-breakpoint
CREATE INDEX `identity_marks_member` ON `identity_marks` (`member`);--> statement-breakpoint
CREATE INDEX `identity_marks_decision` ON `identity_marks` (`decision`);--> statement-breakpoint
ALTER TABLE `participants` ADD `warned_at` integer;--> statement-breakpoint
ALTER TABLE `photos` ADD `reviewed_by` integer;--> statement-breakpoint
ALTER TABLE `photos` ADD `reviewed_at` integer;--> statement-breakpoint
ALTER TABLE `decisions` ADD `message` integer;--> statement-breakpoint
ALTER TABLE `decisions` ADD `removed_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `decisions` ADD `staff` integer;--> statement-breakpoint
ALTER TABLE `decisions` ADD `source` text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE `decisions` ADD `statement` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `decisions` ADD `warns` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `decisions` ADD `waited_since` integer;--> statement-breakpoint
ALTER TABLE `decisions` ADD `undone_at` integer;--> statement-breakpoint
ALTER TABLE `decisions` ADD `appealed_at` integer;--> statement-breakpoint
ALTER TABLE `decisions` ADD `appeal_upheld` integer;--> statement-breakpoint
CREATE INDEX `decisions_at` ON `decisions` (`at`);--> statement-breakpoint
ALTER TABLE `letters` ADD `text_group` text;--> statement-breakpoint
ALTER TABLE `letters` ADD `answered_by` integer;--> statement-breakpoint
CREATE INDEX `letters_decision` ON `letters` (`decision`);--> statement-breakpoint
CREATE INDEX `letters_open` ON `letters` (`kind`,`at`) WHERE answered_at is null;--> statement-breakpoint
CREATE INDEX `letters_group` ON `letters` (`text_group`) WHERE answered_at is null;