ALTER TABLE `conversations` ADD `opening_left` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `conversations` SET `opening_left` = max(0, 5 - (SELECT count(*) FROM `messages` WHERE `conversation` = `conversations`.`id`))
WHERE NOT EXISTS (SELECT 1 FROM `messages` WHERE `conversation` = `conversations`.`id` AND `sender` <> `conversations`.`started_by`);
