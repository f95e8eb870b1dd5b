ALTER TABLE `payments` ADD `charged_back_won` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `buyer_name` text;--> statement-breakpoint
ALTER TABLE `payments` ADD `buyer_email` text;--> statement-breakpoint
UPDATE `payments` SET `buyer_name` = (SELECT `name` FROM `profiles` WHERE `profiles`.`id` = `payments`.`user_id`), `buyer_email` = (SELECT `email` FROM `users` WHERE `users`.`id` = `payments`.`user_id`) WHERE `invoice` IS NOT NULL AND `user_id` IN (SELECT `id` FROM `users` WHERE `status` <> 'deleted');
